// refused: nests more than
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let e: any = Key.id;
    for (let i = 0; i < 100000; i++) e = e + 1;
    s.vm({ outKey: Key.score, expr: e });
    return s;
  },
});
