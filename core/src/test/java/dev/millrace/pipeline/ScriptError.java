package dev.millrace.pipeline;

/** What ERR throws. */
final class ScriptError extends Exception {
  private static final long serialVersionUID = 1L;

  ScriptError(String message) {
    super(message);
  }
}
