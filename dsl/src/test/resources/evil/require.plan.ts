// refused: no require
const x = require("fs");
