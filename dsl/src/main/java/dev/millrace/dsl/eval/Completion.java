package dev.millrace.dsl.eval;

/** How a statement ended. */
sealed interface Completion {

  Completion NORMAL = new Normal();
  Completion BREAK = new Left();
  Completion CONTINUE = new Continued();

  record Normal() implements Completion {}

  record Left() implements Completion {}

  record Continued() implements Completion {}

  record Returned(Value value) implements Completion {}
}
