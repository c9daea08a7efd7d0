// refused: same source must always give the same plan
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    s.take({ count: Math.random() });
    return s;
  },
});
