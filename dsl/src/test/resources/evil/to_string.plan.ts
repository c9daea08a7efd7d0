// refused: cannot be part of a string
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const o = { toString: () => "x" };
    `${o as any}`;
    return s;
  },
});
