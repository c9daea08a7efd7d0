// refused: cannot be imported
import x from "./a\u0000.ts";
