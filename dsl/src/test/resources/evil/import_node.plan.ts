// refused: cannot be imported
import fs from "fs";
