// refused: no process
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    process;
    //# sourceMappingURL=file:///etc/passwd
    return s;
  },
});
