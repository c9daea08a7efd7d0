package dev.millrace.dsl.syntax;

/**
 * A word of the source.
 *
 * @param text the name, the sign, or a string's value
 * @param newline whether a line ends between it and the token before
 */
record Token(Kind kind, String text, double number, int start, int end, boolean newline) {

  enum Kind {
    NAME,
    NUMBER,
    STRING,
    SIGN,
    /** A backtick: what follows is read in chunks. */
    TEMPLATE,
    END
  }

  boolean is(String sign) {
    return (kind == Kind.SIGN || kind == Kind.NAME) && text.equals(sign);
  }

  String shown() {
    return switch (kind) {
      case END -> "the end of the file";
      case STRING -> "a string";
      case TEMPLATE -> "a template";
      case NAME, NUMBER, SIGN -> "'" + text + "'";
    };
  }
}
