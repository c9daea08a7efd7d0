package dev.millrace.server.script;

import java.util.List;

/**
 * A compiled function. Immutable and thread-safe once it is compiled.
 *
 * @param size how many variables its scope has
 * @param levels how deep it nests
 * @param variables the slots that are undefined when it begins
 * @param selfSlot where {@code this} goes; -1 if nobody asks for it
 * @param nameSlot where the function itself goes, for it to call itself; or -1
 * @param argumentsSlot where {@code arguments} go; or -1
 */
record FunctionCode(
    String name,
    int size,
    int levels,
    List<Integer> variables,
    Parameters parameters,
    Code body,
    int selfSlot,
    int nameSlot,
    int argumentsSlot) {

  /** Puts arguments where parameters are. */
  @FunctionalInterface
  interface Parameters {
    void bind(Scope scope, Machine machine, Object[] arguments);
  }
}
