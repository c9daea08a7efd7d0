// refused: no 'new'
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    new RegExp("(a+)+$").test("aaaaaaaaaaaaaaaaaaaaaaaaaaaa!");
    return s;
  },
});
