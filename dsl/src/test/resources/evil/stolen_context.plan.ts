// refused: belongs to another plan|must return a row set
import { definePlan } from "@ranking-dsl/runtime";
let held: any;
const first = definePlan({ name: "a", build: (ctx) => { held = ctx; return 1 as any; } });
export default first;
