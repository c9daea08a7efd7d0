package dev.millrace.dsl.source;

import static java.util.Objects.requireNonNull;

/**
 * A text and the name that messages give it. Immutable.
 *
 * @param name relative to the source root, with slashes
 */
public record SourceFile(String name, String text) {

  public SourceFile {
    requireNonNull(name, "name is null");
    requireNonNull(text, "text is null");
  }

  public Place at(int offset) {
    return new Place(this, offset);
  }

  int lineStart(int offset) {
    int start = Math.min(offset, text.length());
    while (start > 0 && !isLineEnd(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  /** The line that holds the offset, without its end. */
  String lineAt(int offset) {
    int end = Math.min(offset, text.length());
    while (end < text.length() && !isLineEnd(text.charAt(end))) {
      end++;
    }
    return text.substring(lineStart(offset), end);
  }

  int lineNumber(int offset) {
    int line = 1;
    for (int i = 0; i < Math.min(offset, text.length()); i++) {
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return line;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }
}
