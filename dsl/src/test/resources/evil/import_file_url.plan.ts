// refused: cannot be imported
import x from "file:///etc/passwd";
