package dev.millrace.cli.rankd;

/** Compact JSON, written over several lines. Pure. */
final class JsonIndent {

  private static final String STEP = "  ";

  private JsonIndent() {}

  static String of(String json) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    boolean inString = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (inString) {
        text.append(c);
        if (c == '\\') {
          text.append(json.charAt(++i));
        } else if (c == '"') {
          inString = false;
        }
        continue;
      }
      switch (c) {
        case '{', '[' -> {
          text.append(c);
          char next = json.charAt(i + 1);
          if (next == '}' || next == ']') {
            text.append(next);
            i++;
          } else {
            newLine(text, ++depth);
          }
        }
        case '}', ']' -> {
          newLine(text, --depth);
          text.append(c);
        }
        case ',' -> {
          text.append(c);
          newLine(text, depth);
        }
        case ':' -> text.append(": ");
        default -> {
          inString = c == '"';
          text.append(c);
        }
      }
    }
    return text.toString();
  }

  private static void newLine(StringBuilder text, int depth) {
    text.append('\n').repeat(STEP, depth);
  }
}
