// refused: steps|elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a = Array.from({ length: 1000 }, (_, i) => i);
    a.forEach(() => a.forEach(() => a.forEach(() => a.forEach(() => 1))));
    return s;
  },
});
