// refused: cannot be imported
import x from "./%2e%2e/x";
