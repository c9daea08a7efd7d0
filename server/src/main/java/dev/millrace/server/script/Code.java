package dev.millrace.server.script;

/** A compiled expression. Immutable and thread-safe; all state is in the arguments. */
@FunctionalInterface
interface Code {

  Object value(Scope scope, Machine machine);
}
