// refused: cannot be imported
import x from "data:text/javascript,1";
