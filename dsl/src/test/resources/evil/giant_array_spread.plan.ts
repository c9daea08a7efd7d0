// refused: array elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let a = [1];
    for (let i = 0; i < 64; i++) a = [...a, ...a];
    return s;
  },
});
