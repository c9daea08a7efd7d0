package dev.millrace.server.script;

/** A compiled statement. Immutable and thread-safe; all state is in the arguments. */
@FunctionalInterface
interface Act {

  Act NONE = (_, _) -> Signal.NORMAL;

  Signal run(Scope scope, Machine machine);
}
