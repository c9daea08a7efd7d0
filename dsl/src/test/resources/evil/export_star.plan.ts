// refused: no 'export *'
export * from "./a";
