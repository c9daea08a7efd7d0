// refused: calls nest too deep
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const f: any = (n: number) => g(n);
    const g: any = (n: number) => f(n);
    f(0);
    return s;
  },
});
