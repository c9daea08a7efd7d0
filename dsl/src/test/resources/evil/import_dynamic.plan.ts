// refused: no dynamic import
const x = import("./a");
