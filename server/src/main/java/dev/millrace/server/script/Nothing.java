package dev.millrace.server.script;

/** The two values of JavaScript that are nothing. */
enum Nothing {
  UNDEFINED,
  NULL;

  /** As JavaScript writes it. */
  String text() {
    return this == NULL ? "null" : "undefined";
  }
}
