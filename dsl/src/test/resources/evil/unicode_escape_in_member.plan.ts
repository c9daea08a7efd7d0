// refused: an escape in a name
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    ({} as any).\u005f_proto__;
    return s;
  },
});
