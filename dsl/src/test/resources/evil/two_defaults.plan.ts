// refused: one default export
import { definePlan } from "@ranking-dsl/runtime";
export default definePlan({ name: "a", build: (c) => c as any });
export default definePlan({ name: "b", build: (c) => c as any });
