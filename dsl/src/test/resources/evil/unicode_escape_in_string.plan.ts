// refused: have no prototypes
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    ({} as any)["\u005f\u005fproto\u005f\u005f"];
    return s;
  },
});
