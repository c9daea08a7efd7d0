// refused: unknown name 'setPrototypeOf'
import { definePlan, E, Pred } from "@ranking-dsl/runtime";
export default definePlan({
  name: "evil",
  build: (ctx) => {
    const s = ctx.test.fixedSource({ rowCount: 1 });
    (Object as any).setPrototypeOf({}, { a: 1 });
    return s;
  },
});
