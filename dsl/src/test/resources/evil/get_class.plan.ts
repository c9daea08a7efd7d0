// refused: unknown name 'getClass'
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    (ctx as any).getClass().forName("java.lang.Runtime");
    return s;
  },
});
