// refused: steps
while (true) {}
