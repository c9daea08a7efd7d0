// refused: no setTimeout
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    setTimeout(() => 1, 0);
    return s;
  },
});
