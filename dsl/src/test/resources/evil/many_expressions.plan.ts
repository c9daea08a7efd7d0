// refused: parts|steps|characters
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let t = s;
    for (let i = 0; ; i++) {
      let e: any = Key.id;
      for (let j = 0; j < 12; j++) e = e + (e * i);
      t = t.vm({ outKey: Key.score, expr: e });
    }
    return s;
  },
});
