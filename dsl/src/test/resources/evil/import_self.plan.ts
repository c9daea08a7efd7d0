// refused: import each other
import x from "./import_self.plan.ts";
