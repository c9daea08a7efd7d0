// refused: steps|elements
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const fs: any = [];
    for (let i = 0; ; i++) { const big = [i, i, i, i]; fs.push(() => big); }
    return s;
  },
});
