package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads expressions by the strength of their operators. Not thread-safe. */
final class ExpressionParser {

  private static final Map<String, Integer> STRENGTH =
      Map.ofEntries(
          Map.entry("??", 1),
          Map.entry("||", 2),
          Map.entry("&&", 3),
          Map.entry("|", 4),
          Map.entry("^", 5),
          Map.entry("&", 6),
          Map.entry("==", 7),
          Map.entry("!=", 7),
          Map.entry("===", 7),
          Map.entry("!==", 7),
          Map.entry("<", 8),
          Map.entry(">", 8),
          Map.entry("<=", 8),
          Map.entry(">=", 8),
          Map.entry("in", 8),
          Map.entry("instanceof", 8),
          Map.entry("as", 8),
          Map.entry("satisfies", 8),
          Map.entry("<<", 9),
          Map.entry(">>", 9),
          Map.entry(">>>", 9),
          Map.entry("+", 10),
          Map.entry("-", 10),
          Map.entry("*", 11),
          Map.entry("/", 11),
          Map.entry("%", 11),
          Map.entry("**", 12));

  private static final Set<String> ASSIGNMENTS =
      Set.of("=", "+=", "-=", "*=", "/=", "%=", "**=", "&&=", "||=", "??=");

  private static final Set<String> BIT_ASSIGNMENTS = Set.of("&=", "|=", "^=", "<<=", ">>=", ">>>=");

  private static final Set<String> PREFIXES = Set.of("!", "-", "+", "~", "typeof");

  private static final Set<String> SCRIPT_PREFIXES = Set.of("delete", "void");

  private final Tokens tokens;
  private final TypeSkipper types;
  private final PrimaryParser primaries;

  ExpressionParser(Tokens tokens, TypeSkipper types) {
    this.tokens = tokens;
    this.types = types;
    this.primaries = new PrimaryParser(tokens, types, this);
  }

  PrimaryParser primaries() {
    return primaries;
  }

  /** An expression as a statement or in brackets. */
  Expression expression() {
    Expression value = assignment();
    if (!tokens.is(",")) {
      return value;
    }
    if (!tokens.isScript()) {
      throw tokens.here().refuse("the plan language has no comma operator; use two statements");
    }
    var all = new ArrayList<Expression>(List.of(value));
    while (tokens.accept(",")) {
      all.add(assignment());
    }
    return new Expression.Sequence(value.at(), all);
  }

  /** An expression where a comma ends it. */
  Expression assignment() {
    tokens.enter();
    Expression value = primaries.isArrow() ? primaries.arrow() : conditional();
    if (tokens.current().kind() == Token.Kind.SIGN && isAssignment(tokens.current().text())) {
      value = assign(value);
    }
    tokens.leave();
    return value;
  }

  private boolean isAssignment(String sign) {
    return ASSIGNMENTS.contains(sign) || (tokens.isScript() && BIT_ASSIGNMENTS.contains(sign));
  }

  private Expression assign(Expression target) {
    Place at = tokens.here();
    boolean literal =
        target instanceof Expression.ArrayLiteral || target instanceof Expression.ObjectLiteral;
    if (literal && tokens.isScript()) {
      tokens.expect("=");
      return new Expression.TakeApart(at, target, assignment());
    }
    if (literal) {
      throw at.refuse("only a declaration takes a value apart; use const or let");
    }
    requireTarget(target, at);
    String sign = tokens.advance().text();
    return new Expression.Assignment(
        at, sign.substring(0, sign.length() - 1), target, assignment());
  }

  static void requireTarget(Expression target, Place at) {
    boolean assignable =
        target instanceof Expression.Name
            || target instanceof Expression.Member
            || target instanceof Expression.Index;
    if (!assignable) {
      throw at.refuse("this cannot be assigned to; expected a name, a property or an element");
    }
  }

  private Expression conditional() {
    Expression test = binary(1);
    Place at = tokens.here();
    if (!tokens.accept("?")) {
      return test;
    }
    Expression then = assignment();
    tokens.expect(":");
    return new Expression.Conditional(at, test, then, assignment());
  }

  private Expression binary(int weakest) {
    tokens.enter();
    Expression left = unary();
    // A chain of operators is a tree as deep as it is long, so its length counts as depth.
    for (int links = 0; strength() >= weakest; links++) {
      if (links > tokens.deepest()) {
        throw tokens.here().refuse("more than %d operators in a row", tokens.deepest());
      }
      left = operation(left);
    }
    tokens.leave();
    return left;
  }

  private int strength() {
    Token token = tokens.current();
    boolean operator = token.kind() == Token.Kind.SIGN || token.kind() == Token.Kind.NAME;
    if (!operator || (isCast(token) && (token.newline() || tokens.isScript()))) {
      return 0;
    }
    return STRENGTH.getOrDefault(token.text(), 0);
  }

  private static boolean isCast(Token token) {
    return token.is("as") || token.is("satisfies");
  }

  private Expression operation(Expression left) {
    Place at = tokens.here();
    int strength = strength();
    Token token = tokens.advance();
    String operator = token.text();
    if (isCast(token)) {
      types.type();
      return left;
    }
    if (operator.equals("instanceof") && !tokens.isScript()) {
      throw at.refuse("the plan language has no instanceof: there are no classes");
    }
    Expression right = binary(operator.equals("**") ? strength : strength + 1);
    return switch (operator) {
      case "&&", "||", "??" -> new Expression.Logical(at, operator, left, right);
      default -> new Expression.Binary(at, operator, left, right);
    };
  }

  private Expression unary() {
    tokens.enter();
    Expression value = unaryOrPostfix();
    tokens.leave();
    return value;
  }

  private Expression unaryOrPostfix() {
    Place at = tokens.here();
    Token token = tokens.current();
    if (token.is("++") || token.is("--")) {
      tokens.advance();
      Expression target = unary();
      requireTarget(target, at);
      return new Expression.Update(at, token.is("++"), true, target);
    }
    if (isPrefix(token)) {
      tokens.advance();
      return new Expression.Unary(at, token.text(), unary());
    }
    Expression value = postfix();
    Token after = tokens.current();
    if ((after.is("++") || after.is("--")) && !after.newline()) {
      requireTarget(value, tokens.here());
      tokens.advance();
      return new Expression.Update(at, after.is("++"), false, value);
    }
    return value;
  }

  private boolean isPrefix(Token token) {
    return (token.kind() == Token.Kind.SIGN || token.kind() == Token.Kind.NAME)
        && (PREFIXES.contains(token.text())
            || (tokens.isScript() && SCRIPT_PREFIXES.contains(token.text())));
  }

  private Expression postfix() {
    Expression value = primaries.primary();
    boolean chained = false;
    for (int links = 0; ; links++) {
      if (links > 2 * tokens.deepest()) {
        throw tokens.here().refuse("more than %d calls in a row", tokens.deepest());
      }
      chained |= tokens.is("?.");
      Expression longer = link(value);
      if (longer == value) {
        break;
      }
      value = longer;
    }
    return chained ? new Expression.Chain(value.at(), value) : value;
  }

  /** The value with one more link, or the same value when there is none. */
  private Expression link(Expression value) {
    Token token = tokens.current();
    if (token.is("!") && !token.newline() && !tokens.isScript()) {
      tokens.advance();
      return link(value);
    }
    if (token.is("<") && !tokens.isScript() && tokens.attempt(this::typeArgumentsOfCall)) {
      return call(value, false);
    }
    if (token.is("(")) {
      return call(value, false);
    }
    if (token.is("[")) {
      return index(value, false);
    }
    if (token.is(".")) {
      tokens.advance();
      return member(value, false);
    }
    if (token.is("?.")) {
      tokens.advance();
      return tokens.is("(")
          ? call(value, true)
          : tokens.is("[") ? index(value, true) : member(value, true);
    }
    if (token.kind() == Token.Kind.TEMPLATE) {
      throw tokens
          .here()
          .refuse("%s", tokens.dialect().without("tagged templates; call the function"));
    }
    return value;
  }

  private boolean typeArgumentsOfCall() {
    types.arguments();
    return tokens.is("(");
  }

  Expression member(Expression object, boolean optional) {
    Place at = tokens.here();
    if (!tokens.isName()) {
      throw tokens.expected("the name of a property");
    }
    return new Expression.Member(at, object, tokens.advance().text(), optional);
  }

  private Expression index(Expression object, boolean optional) {
    Place at = tokens.here();
    tokens.expect("[");
    Expression index = expression();
    tokens.expectClose("]", at);
    return new Expression.Index(at, object, index, optional);
  }

  private Expression call(Expression callee, boolean optional) {
    return new Expression.Call(callee.at(), callee, arguments(), optional);
  }

  List<Expression> arguments() {
    Place opened = tokens.here();
    tokens.expect("(");
    var arguments = new ArrayList<Expression>();
    while (!tokens.is(")")) {
      arguments.add(element());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose(")", opened);
    return arguments;
  }

  /** An element or argument: a value, or a spread one. */
  Expression element() {
    Place at = tokens.here();
    return tokens.accept("...") ? new Expression.Spread(at, assignment()) : assignment();
  }
}
