// refused: have no prototypes
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    (ctx as any).constructor.constructor("return 1")();
    return s;
  },
});
