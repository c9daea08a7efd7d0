// refused: have no prototypes
import { definePlan } from "@ranking-dsl/runtime";
export default definePlan({ name: "evil", __proto__: { build: () => 1 } } as any);
