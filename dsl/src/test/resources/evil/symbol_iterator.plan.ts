// refused: no Symbol
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const o = { [Symbol.iterator]: () => 1 };
    return s;
  },
});
