// refused: must be a whole number
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    s.take({ count: { valueOf: () => 1 } as any });
    return s;
  },
});
