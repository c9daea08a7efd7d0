package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import org.jspecify.annotations.Nullable;

/** Reads loops. Not thread-safe. */
final class LoopParser {

  private final Tokens tokens;
  private final ExpressionParser expressions;
  private final StatementParser statements;

  LoopParser(Tokens tokens, ExpressionParser expressions, StatementParser statements) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.statements = statements;
  }

  Statement whileLoop(Place at) {
    tokens.advance();
    Expression test = statements.inBrackets();
    return new Statement.While(at, test, statements.statement(), true);
  }

  Statement doLoop(Place at) {
    tokens.advance();
    Statement body = statements.statement();
    tokens.expect("while");
    Expression test = statements.inBrackets();
    tokens.accept(";");
    return new Statement.While(at, test, body, false);
  }

  Statement forLoop(Place at) {
    tokens.advance();
    if (tokens.is("await")) {
      throw tokens.here().refuse("%s", tokens.dialect().withoutWord("await"));
    }
    tokens.expect("(");
    Place initAt = tokens.here();
    Statement init = null;
    if (tokens.is("const") || tokens.is("let") || tokens.is("var")) {
      boolean each = tokens.ahead(this::isForEach);
      if (each) {
        return forEach(at, Statement.Kind.of(tokens.advance().text()));
      }
      init = statements.declarators(initAt);
    } else if (!tokens.is(";")) {
      if (tokens.isScript() && tokens.ahead(this::isBareForEach)) {
        return forEach(at, Statement.Kind.ASSIGN);
      }
      init = new Statement.Evaluate(initAt, expressions.expression());
    }
    return counting(at, init);
  }

  private boolean isForEach() {
    Place at = tokens.here();
    tokens.advance();
    var target = expressions.primaries().patterns().pattern();
    return target.at().offset() > at.offset() && (tokens.is("of") || tokens.is("in"));
  }

  private boolean isBareForEach() {
    tokens.name("a name");
    return tokens.is("of") || tokens.is("in");
  }

  /** From the target on. */
  private Statement forEach(Place at, Statement.Kind kind) {
    Pattern target = expressions.primaries().patterns().pattern();
    boolean keys = tokens.advance().is("in");
    Expression over = expressions.expression();
    tokens.expect(")");
    return new Statement.ForEach(at, keys, kind, target, over, statements.statement());
  }

  private Statement counting(Place at, @Nullable Statement init) {
    tokens.expect(";");
    Expression test = tokens.is(";") ? null : expressions.expression();
    tokens.expect(";");
    Expression update = tokens.is(")") ? null : expressions.expression();
    tokens.expect(")");
    return new Statement.For(at, init, test, update, statements.statement());
  }
}
