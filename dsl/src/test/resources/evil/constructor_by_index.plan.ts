// refused: have no prototypes
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const c = "const" + "ructor";
    ({})[c][c]("return 1")();
    return s;
  },
});
