// refused: stands at the top
function f() { import x from "./a"; }
