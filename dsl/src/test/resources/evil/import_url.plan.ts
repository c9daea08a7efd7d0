// refused: cannot be imported
import x from "https://example.com/x.ts";
