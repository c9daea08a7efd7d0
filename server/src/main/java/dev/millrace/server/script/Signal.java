package dev.millrace.server.script;

/** How a statement ended. A label or the value that is returned is with the {@link Machine}. */
enum Signal {
  NORMAL,
  BREAK,
  CONTINUE,
  RETURN
}
