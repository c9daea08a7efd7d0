// refused: steps|properties
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const o: any = {};
    for (let i = 0; ; i++) o["k" + i] = i;
    return s;
  },
});
