// refused: cannot be imported
import x from ".\\..\\..\\x";
