package dev.millrace.plan;

import tools.jackson.core.JacksonException;

/** What a JSON parser says of text that it refuses, in a line. */
final class JsonText {
  private JsonText() {}

  static String fault(JacksonException e) {
    var at = e.getLocation();
    String message = String.valueOf(e.getOriginalMessage());
    int end = message.indexOf('\n');
    String line = Text.shown(end < 0 ? message : message.substring(0, end), 200);
    if (line.startsWith("Trailing token")) {
      line = "something follows the value";
    }
    return at == null || at.getLineNr() < 1
        ? line
        : "%s at line %d, column %d".formatted(line, at.getLineNr(), at.getColumnNr());
  }
}
