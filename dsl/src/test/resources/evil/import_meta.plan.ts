// refused: no dynamic import
const x = import.meta.url;
