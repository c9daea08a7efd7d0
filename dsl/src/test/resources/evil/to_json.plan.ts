// refused: expected plain data, not a function
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    ctx.requireCapability("cap.rfc.0001.extensions_capabilities.v1", { toJSON: () => 1 });
    return s;
  },
});
