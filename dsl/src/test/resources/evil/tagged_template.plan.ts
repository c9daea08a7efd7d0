// refused: no tagged templates
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const f: any = (x: any) => x;
    f`x`;
    return s;
  },
});
