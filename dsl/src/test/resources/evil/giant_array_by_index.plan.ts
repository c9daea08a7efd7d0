// refused: grows at its end only
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a: number[] = [];
    a[4294967294] = 1;
    return s;
  },
});
