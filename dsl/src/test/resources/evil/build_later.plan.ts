// refused: not the string
import { definePlan } from "@ranking-dsl/runtime";
export default definePlan({ name: "evil", build: (ctx) => "n0" as any });
