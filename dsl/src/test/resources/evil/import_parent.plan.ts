// refused: leads out of the folder
import x from "../../../../etc/passwd";
