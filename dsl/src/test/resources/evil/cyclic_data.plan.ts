// refused: nests more than
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const o: any = {};
    o.self = o;
    ctx.requireCapability("cap.rfc.0001.extensions_capabilities.v1", o);
    return s;
  },
});
