// refused: at most 10000 nodes
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let t = s;
    while (true) t = t.take({ count: 1 });
    return s;
  },
});
