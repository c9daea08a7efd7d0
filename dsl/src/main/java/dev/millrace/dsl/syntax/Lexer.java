package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.SourceFile;

/**
 * Cuts a text into tokens, one at a time, from any offset on. A slash divides, unless the parser
 * asks for a regular expression there. Not thread-safe.
 */
final class Lexer {

  /** Longer signs first, so that the longest one is found. */
  private static final String[] SIGNS = {
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**", "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%",
    "&", "|", "^", "!", "~", "?", ":", "=", ".", "@", "#"
  };

  private final SourceFile file;
  private final String text;
  private final Literals literals;
  private int position;

  Lexer(SourceFile file, Dialect dialect) {
    this.file = file;
    this.text = file.text();
    this.literals = new Literals(file, dialect);
    if (text.startsWith("\uFEFF")) {
      position = 1;
    }
  }

  void moveTo(int offset) {
    position = offset;
  }

  Token next() {
    boolean newline = skipBlanks();
    int start = position;
    if (start >= text.length()) {
      return new Token(Token.Kind.END, "", 0, start, start, newline);
    }
    char c = text.charAt(start);
    if (Character.isLetter(c) || c == '_' || c == '$') {
      return name(start, newline);
    }
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      position = literals.endOfNumber(start);
      String written = text.substring(start, position);
      double number = literals.number(written, start);
      return new Token(Token.Kind.NUMBER, written, number, start, position, newline);
    }
    if (c == '"' || c == '\'') {
      var chunk = literals.quoted(start);
      position = chunk.end();
      return new Token(Token.Kind.STRING, chunk.text(), 0, start, position, newline);
    }
    if (c == '`') {
      position++;
      return new Token(Token.Kind.TEMPLATE, "`", 0, start, position, newline);
    }
    return sign(start, newline);
  }

  /** What follows a backtick or the end of a value in a template. */
  Literals.Chunk templateChunk() {
    var chunk = literals.template(position);
    position = chunk.end();
    return chunk;
  }

  /** The regular expression that starts here. */
  Literals.Regex regex(int start) {
    var regex = literals.regex(start);
    position = regex.end();
    return regex;
  }

  private Token name(int start, boolean newline) {
    int end = start;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    position = end;
    return new Token(Token.Kind.NAME, text.substring(start, end), 0, start, end, newline);
  }

  private Token sign(int start, boolean newline) {
    for (String sign : SIGNS) {
      if (text.startsWith(sign, start)) {
        // `a?.5:1` is a question, not a chain.
        if (sign.equals("?.") && isDigit(peek(2))) {
          continue;
        }
        position = start + sign.length();
        return new Token(Token.Kind.SIGN, sign, 0, start, position, newline);
      }
    }
    throw unexpected(start);
  }

  private Refusal unexpected(int start) {
    char c = text.charAt(start);
    if (c == '\\') {
      return file.at(start)
          .refuse("an escape in a name: plans are written with the letters themselves");
    }
    return file.at(start).refuse("unexpected character U+%04X", (int) c);
  }

  /** Skips blanks and comments; whether there was a line end among them. */
  private boolean skipBlanks() {
    boolean newline = false;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029') {
        newline = true;
        position++;
      } else if (c == ' ' || c == '\t' || c == '\f' || c == '\u000B' || c == '\u00A0') {
        position++;
      } else if (text.startsWith("//", position)) {
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", position)) {
        int end = text.indexOf("*/", position + 2);
        if (end < 0) {
          throw file.at(position).refuse("this comment has no end; expected '*/'");
        }
        newline |= text.substring(position, end).indexOf('\n') >= 0;
        position = end + 2;
      } else {
        break;
      }
    }
    return newline;
  }

  private char peek(int distance) {
    int at = position + distance;
    return at < text.length() ? text.charAt(at) : '\0';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }
}
