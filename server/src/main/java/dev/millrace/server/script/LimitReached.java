package dev.millrace.server.script;

/** Ends an evaluation. A script cannot catch it. */
final class LimitReached extends RuntimeException {

  private static final long serialVersionUID = 1;

  LimitReached(String message) {
    super(message, null, false, false);
  }
}
