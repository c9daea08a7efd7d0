package dev.millrace.dsl.syntax;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Refusal;
import dev.millrace.dsl.source.SourceFile;
import java.util.function.BooleanSupplier;

/**
 * The tokens of a file with a way back, and the two bounds of the parser: how deep things nest, and
 * how many tokens are read in all, those read again included. Not thread-safe.
 */
final class Tokens {

  private static final int REREADS = 16;

  private final SourceFile file;
  private final Lexer lexer;
  private final int deepest;
  private final Dialect dialect;
  private long readsLeft;
  private int depth;
  private Token current;
  private int lastEnd;

  Tokens(SourceFile file, int deepest, Dialect dialect) {
    this.file = file;
    this.lexer = new Lexer(file, dialect);
    this.deepest = deepest;
    this.dialect = dialect;
    this.readsLeft = 1000 + (long) REREADS * file.text().length();
    this.current = lexer.next();
  }

  Token current() {
    return current;
  }

  Place here() {
    return file.at(current.start());
  }

  SourceFile file() {
    return file;
  }

  Dialect dialect() {
    return dialect;
  }

  boolean isScript() {
    return dialect.isScript();
  }

  boolean is(String sign) {
    return current.is(sign);
  }

  boolean isName() {
    return current.kind() == Token.Kind.NAME;
  }

  @CanIgnoreReturnValue
  Token advance() {
    if (--readsLeft < 0) {
      throw here().refuse("this is too tangled to read; put parts of it into constants");
    }
    Token token = current;
    lastEnd = token.end();
    current = lexer.next();
    return token;
  }

  @CanIgnoreReturnValue
  boolean accept(String sign) {
    if (is(sign)) {
      advance();
      return true;
    }
    return false;
  }

  void expect(String sign) {
    if (!accept(sign)) {
      throw expected("'" + sign + "'");
    }
  }

  /** The closing sign of what was opened at a place, which the message names. */
  void expectClose(String sign, Place opened) {
    if (!accept(sign)) {
      throw here()
          .refuse(
              "expected '%s' or ',', found %s (what it closes was opened in line %d)",
              sign, current.shown(), opened.line());
    }
  }

  Refusal expected(String what) {
    return here().refuse("expected %s, found %s", what, current.shown());
  }

  /** A name that may be bound. */
  @CanIgnoreReturnValue
  String name(String what) {
    if (!isName() || Reserved.WORDS.contains(current.text())) {
      throw expected(what);
    }
    return advance().text();
  }

  /** The end of a statement: a semicolon, or where one may be left out. */
  void endOfStatement() {
    if (!accept(";") && !is("}") && current.kind() != Token.Kind.END && !current.newline()) {
      throw expected("';' or a new line");
    }
  }

  /** A single {@code >}, also where the lexer saw a longer sign. */
  void closeAngle() {
    if (current.kind() != Token.Kind.SIGN || !current.text().startsWith(">")) {
      throw expected("'>'");
    }
    lexer.moveTo(current.start() + 1);
    lastEnd = current.start() + 1;
    current = lexer.next();
  }

  Literals.Chunk templateChunk() {
    return lexer.templateChunk();
  }

  /** The regular expression literal whose slash is the current token. */
  Literals.Regex regex() {
    var regex = lexer.regex(current.start());
    current = lexer.next();
    return regex;
  }

  void enter() {
    if (++depth > deepest) {
      throw here().refuse("this is nested more than %d deep", deepest);
    }
  }

  void leave() {
    depth--;
  }

  int deepest() {
    return deepest;
  }

  /** Goes on only if the attempt succeeds; else everything is as before. */
  boolean attempt(BooleanSupplier reading) {
    Token savedToken = current;
    int savedEnd = lastEnd;
    int savedDepth = depth;
    boolean done = false;
    try {
      done = reading.getAsBoolean();
    } catch (Refusal notThis) {
      if (readsLeft < 0) {
        throw notThis;
      }
    }
    if (!done) {
      depth = savedDepth;
      lastEnd = savedEnd;
      current = savedToken;
      lexer.moveTo(savedToken.end());
    }
    return done;
  }

  /** Whether a reading would succeed; everything is as before. */
  boolean ahead(BooleanSupplier reading) {
    boolean[] found = new boolean[1];
    boolean moved =
        attempt(() -> {
          found[0] = reading.getAsBoolean();
          return false;
        });
    return found[0] || moved;
  }
}
