// refused: cannot be imported
import fs from "node:fs";
