// refused: parts
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let e: any = Key.id;
    for (let i = 0; i < 64; i++) e = e + e;
    s.vm({ outKey: Key.score, expr: e });
    return s;
  },
});
