// refused: array elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a = [1];
    for (const x of a) a.push(x);
    while (true) a.push(...a);
    return s;
  },
});
