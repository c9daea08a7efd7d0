package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what expressions are made of: literals, names, functions, brackets. Not thread-safe. */
final class PrimaryParser {

  private final Tokens tokens;
  private final TypeSkipper types;
  private final ExpressionParser expressions;
  private final PatternParser patterns;
  private @Nullable StatementParser statements;

  PrimaryParser(Tokens tokens, TypeSkipper types, ExpressionParser expressions) {
    this.tokens = tokens;
    this.types = types;
    this.expressions = expressions;
    this.patterns = new PatternParser(tokens, types, expressions);
  }

  /** Functions have bodies: the parsers know each other. Called once, before anything is read. */
  void connect(StatementParser parser) {
    statements = parser;
  }

  PatternParser patterns() {
    return patterns;
  }

  /** Whether an arrow function starts here. */
  boolean isArrow() {
    if (tokens.is("async") && tokens.ahead(this::isAsyncFunction)) {
      throw tokens.here().refuse("%s", tokens.dialect().withoutWord("async"));
    }
    if (tokens.isName() && !Reserved.WORDS.contains(tokens.current().text())) {
      return tokens.ahead(this::nameThenArrow);
    }
    return (tokens.is("(") || tokens.is("<")) && tokens.ahead(this::parametersThenArrow);
  }

  private boolean isAsyncFunction() {
    tokens.advance();
    return tokens.is("function") || tokens.is("(") || tokens.isName();
  }

  private boolean nameThenArrow() {
    tokens.advance();
    return tokens.is("=>") && !tokens.current().newline();
  }

  private boolean parametersThenArrow() {
    if (tokens.isScript() && tokens.ahead(this::functionInBrackets)) {
      return false;
    }
    types.parameters();
    types.balanced("(", ")");
    types.annotation();
    return tokens.is("=>");
  }

  /** {@code (function}: need not be read to its end to know that it is no parameter list. */
  private boolean functionInBrackets() {
    tokens.advance();
    return tokens.is("function");
  }

  Expression arrow() {
    Place at = tokens.here();
    List<Pattern.Binding> parameters;
    if (tokens.isName()) {
      var only = new Pattern.Named(at, tokens.advance().text());
      parameters = List.of(new Pattern.Binding(only, null, false));
    } else {
      types.parameters();
      parameters = patterns.parameters();
      types.annotation();
    }
    tokens.expect("=>");
    var body =
        tokens.is("{")
            ? new Expression.Body(null, statements().functionBody())
            : new Expression.Body(expressions.assignment(), List.of());
    return new Expression.Function(at, "", true, parameters, body);
  }

  /** From the parameters on. */
  Expression.Function function(Place at, String name) {
    types.parameters();
    var parameters = patterns.parameters();
    types.annotation();
    var body = new Expression.Body(null, statements().functionBody());
    return new Expression.Function(at, name, false, parameters, body);
  }

  Expression primary() {
    Token token = tokens.current();
    return switch (token.kind()) {
      case NUMBER -> new Expression.NumberLiteral(tokens.here(), tokens.advance().number());
      case STRING -> new Expression.StringLiteral(tokens.here(), tokens.advance().text());
      case TEMPLATE -> template();
      case NAME -> word(token.text());
      case SIGN -> sign(token.text());
      case END -> throw tokens.expected("an expression");
    };
  }

  private Expression word(String word) {
    Place at = tokens.here();
    if (word.equals("new")) {
      return tokens.isScript() ? newObject(at) : newError(at);
    }
    if (tokens.dialect().leavesOut(word)) {
      throw at.refuse("%s", tokens.dialect().withoutWord(word));
    }
    return switch (word) {
      case "true", "false" -> new Expression.BooleanLiteral(at, tokens.advance().is("true"));
      case "null" -> {
        tokens.advance();
        yield new Expression.NullLiteral(at);
      }
      case "function" -> {
        tokens.advance();
        yield functionExpression(at);
      }
      case "this" -> {
        tokens.advance();
        yield new Expression.This(at);
      }
      default -> new Expression.Name(at, tokens.name("an expression"));
    };
  }

  private Expression functionExpression(Place at) {
    refuseGenerator();
    String name = tokens.is("(") || tokens.is("<") ? "" : tokens.name("'('");
    return function(at, name);
  }

  void refuseGenerator() {
    if (tokens.is("*")) {
      throw tokens.here().refuse("%s", tokens.dialect().withoutWord("yield"));
    }
  }

  private Expression newError(Place at) {
    tokens.advance();
    if (!tokens.is("Error")) {
      throw at.refuse("the plan language has no 'new' but 'new Error(...)'; use { } and [ ]");
    }
    tokens.advance();
    return new Expression.NewError(at, expressions.arguments());
  }

  /** {@code new a.b(c)}, or without brackets. */
  private Expression newObject(Place at) {
    tokens.advance();
    Expression callee = primary();
    while (tokens.accept(".")) {
      callee = expressions.member(callee, false);
    }
    var arguments = tokens.is("(") ? expressions.arguments() : List.<Expression>of();
    return new Expression.New(at, callee, arguments);
  }

  private Expression regex(Place at) {
    if (!tokens.isScript()) {
      throw at.refuse(
          "the plan language has no regular expression literals; write"
              + " regex(Key.title, \"pattern\", \"i\")");
    }
    var regex = tokens.regex();
    return new Expression.RegexLiteral(at, regex.pattern(), regex.flags());
  }

  private Expression sign(String sign) {
    Place at = tokens.here();
    return switch (sign) {
      case "(" -> inBrackets(at);
      case "[" -> array(at);
      case "{" -> object(at);
      case "/", "/=" -> regex(at);
      case "@", "#" ->
          throw at.refuse("%s", tokens.dialect().without("classes, so no '" + sign + "'"));
      default -> throw tokens.expected("an expression");
    };
  }

  private Expression inBrackets(Place at) {
    tokens.advance();
    Expression inner = expressions.expression();
    tokens.expectClose(")", at);
    return inner;
  }

  private Expression template() {
    Place at = tokens.here();
    var texts = new ArrayList<String>();
    var values = new ArrayList<Expression>();
    for (var chunk = tokens.templateChunk(); ; chunk = tokens.templateChunk()) {
      texts.add(chunk.text());
      tokens.advance();
      if (!chunk.open()) {
        return new Expression.Template(at, texts, values);
      }
      values.add(expressions.expression());
      if (!tokens.is("}")) {
        throw tokens.expected("'}'");
      }
    }
  }

  private Expression array(Place at) {
    tokens.expect("[");
    var elements = new ArrayList<Expression>();
    while (!tokens.is("]")) {
      elements.add(expressions.element());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("]", at);
    return new Expression.ArrayLiteral(at, elements);
  }

  private Expression object(Place at) {
    tokens.expect("{");
    var properties = new ArrayList<Expression.Property>();
    while (!tokens.is("}")) {
      properties.add(property());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("}", at);
    return new Expression.ObjectLiteral(at, properties);
  }

  private Expression.Property property() {
    Place at = tokens.here();
    if (tokens.accept("...")) {
      return new Expression.Property.SpreadAll(at, expressions.assignment());
    }
    if (tokens.accept("[")) {
      Expression name = expressions.expression();
      tokens.expect("]");
      tokens.expect(":");
      return new Expression.Property.Computed(at, name, expressions.assignment());
    }
    return named(at);
  }

  private Expression.Property named(Place at) {
    refuseGenerator();
    Token name = tokens.current();
    boolean usable =
        name.kind() == Token.Kind.NAME
            || name.kind() == Token.Kind.STRING
            || name.kind() == Token.Kind.NUMBER;
    if (!usable) {
      throw tokens.expected("the name of a property");
    }
    tokens.advance();
    refuseAccessor(name, at);
    if (tokens.is("(") || tokens.is("<")) {
      return new Expression.Property.Named(at, name.text(), function(at, name.text()));
    }
    if (tokens.accept(":")) {
      return new Expression.Property.Named(at, name.text(), expressions.assignment());
    }
    if (name.kind() != Token.Kind.NAME || Reserved.WORDS.contains(name.text())) {
      throw tokens.expected("':'");
    }
    return new Expression.Property.Named(at, name.text(), new Expression.Name(at, name.text()));
  }

  private void refuseAccessor(Token name, Place at) {
    boolean follows = tokens.isName() || tokens.current().kind() == Token.Kind.STRING;
    if (follows && (name.is("get") || name.is("set"))) {
      throw at.refuse("%s", tokens.dialect().without("getters and setters; use a function"));
    }
    if (follows && name.is("async")) {
      throw at.refuse("%s", tokens.dialect().withoutWord("async"));
    }
  }

  private StatementParser statements() {
    if (statements == null) {
      throw new IllegalStateException("not connected");
    }
    return statements;
  }
}
