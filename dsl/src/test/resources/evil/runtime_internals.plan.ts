// refused: 'Interpreter' is not exported
import { Interpreter } from "@ranking-dsl/runtime";
