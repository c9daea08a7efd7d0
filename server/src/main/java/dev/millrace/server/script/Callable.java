package dev.millrace.server.script;

/** A value that can be called. */
interface Callable {

  Object call(Machine machine, Object self, Object[] arguments);

  /** What {@code new} makes of it. */
  Object construct(Machine machine, Object[] arguments);
}
