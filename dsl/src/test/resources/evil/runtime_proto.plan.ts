// refused: '__proto__' is not exported
import { __proto__ as x } from "@ranking-dsl/runtime";
