// refused: calls nest too deep
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const f = (n: number): number => f(n + 1) + 1;
    f(0);
    return s;
  },
});
