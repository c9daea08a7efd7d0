// refused: steps
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    try { while (true) {} } catch (e) { while (true) {} } finally { while (true) {} }
    return s;
  },
});
