// refused: calls nest too deep|array elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a: any = [];
    a.push(a);
    a.flat(1e9);
    return s;
  },
});
