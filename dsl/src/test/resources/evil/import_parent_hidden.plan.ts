// refused: leads out of the folder
import x from "./a/../../b";
