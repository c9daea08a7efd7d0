// refused: parts
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    let p: any = Key.id > 1;
    for (let i = 0; i < 64; i++) p = p && p;
    s.filter({ pred: p });
    return s;
  },
});
