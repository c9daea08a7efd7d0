// refused: unknown name 'defineProperty'
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    (Object as any).defineProperty({}, "x", { get: () => 1 });
    return s;
  },
});
