package dev.millrace.plan.io;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Commands as one types them into {@code redis-cli}, one a line. A word may be put into double
 * quotes, where {@code \n \r \t \b \a \" \\} and {@code \xHH} stand for what they do there, or into
 * single quotes, where only {@code \'} does. Blank lines and lines that begin with {@code #} are
 * skipped.
 */
public record RedisScript(List<Statement> statements) {

  /**
   * One command of it.
   *
   * @param line from 1
   * @param words the command's name and its arguments
   */
  public record Statement(int line, List<String> words) {

    public Statement {
      words = List.copyOf(words);
    }

    RedisCommand command() {
      return new RedisCommand(words.getFirst(), words.subList(1, words.size()));
    }
  }

  public RedisScript {
    statements = List.copyOf(statements);
  }

  /**
   * Reads a whole script.
   *
   * @throws IllegalArgumentException with the line and what is wrong with it
   */
  public static RedisScript parse(String text) {
    List<Statement> statements = new ArrayList<>();
    int line = 0;
    for (String each : text.lines().toList()) {
      line++;
      String content = each.strip();
      if (!content.isEmpty() && !content.startsWith("#")) {
        statements.add(new Statement(line, new Words(content, line).all()));
      }
    }
    return new RedisScript(statements);
  }

  /** The words of one line. */
  private static final class Words {
    private final byte[] text;
    private final int line;
    private int at;

    Words(String text, int line) {
      this.text = text.getBytes(StandardCharsets.UTF_8);
      this.line = line;
    }

    List<String> all() {
      List<String> words = new ArrayList<>();
      while (at < text.length) {
        if (isSpace(text[at])) {
          at++;
        } else {
          words.add(word());
        }
      }
      return words;
    }

    /** Quotes may begin within a word; the word ends with them. */
    private String word() {
      ByteArrayOutputStream word = new ByteArrayOutputStream();
      while (at < text.length && !isSpace(text[at])) {
        byte c = text[at++];
        if (c == '"' || c == '\'') {
          quoted(c, word);
          if (at < text.length && !isSpace(text[at])) {
            throw fault("a space must follow a closing quote");
          }
        } else {
          word.write(c);
        }
      }
      return word.toString(StandardCharsets.UTF_8);
    }

    private void quoted(byte quote, ByteArrayOutputStream word) {
      while (at < text.length) {
        byte c = text[at++];
        if (c == quote) {
          return;
        }
        word.write(c == '\\' && at < text.length ? escaped(quote) : c);
      }
      throw fault("a quote is not closed");
    }

    private int escaped(byte quote) {
      if (quote == '\'') {
        return text[at] == '\'' ? text[at++] : '\\';
      }
      byte c = text[at++];
      return switch (c) {
        case 'n' -> '\n';
        case 'r' -> '\r';
        case 't' -> '\t';
        case 'b' -> '\b';
        case 'a' -> 7;
        case 'x' -> isHex(at) && isHex(at + 1) ? hex() : c;
        default -> c;
      };
    }

    private boolean isHex(int index) {
      return index < text.length && HexFormat.isHexDigit(text[index]);
    }

    private int hex() {
      int high = HexFormat.fromHexDigit(text[at++]);
      return high << 4 | HexFormat.fromHexDigit(text[at++]);
    }

    private static boolean isSpace(byte c) {
      return c == ' ' || c == '\t';
    }

    private IllegalArgumentException fault(String what) {
      return new IllegalArgumentException("line " + line + ": " + what);
    }
  }
}
