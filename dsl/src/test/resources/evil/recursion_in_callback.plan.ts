// refused: calls nest too deep
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const f = (x: any): any => [x].map(f);
    f(0);
    return s;
  },
});
