// refused: cannot be set
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a: any = [];
    a.length = 4294967295;
    return s;
  },
});
