// refused: characters
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    const a = Array.from({ length: 1000 }, () => "x".repeat(1000));
    a.map(() => a.join("")).join("");
    return s;
  },
});
