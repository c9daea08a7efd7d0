// refused: array elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let a: any = [1, 1];
    for (let i = 0; i < 40; i++) a = [a, a];
    a.flat(Infinity);
    return s;
  },
});
