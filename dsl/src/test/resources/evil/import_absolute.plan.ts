// refused: cannot be imported
import x from "/etc/passwd";
