// refused: threw
throw { message: { toString: 1 } };
