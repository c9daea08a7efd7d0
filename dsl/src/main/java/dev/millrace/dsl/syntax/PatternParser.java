package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what values are bound to, and parameter lists. Not thread-safe. */
final class PatternParser {

  private final Tokens tokens;
  private final TypeSkipper types;
  private final ExpressionParser expressions;

  PatternParser(Tokens tokens, TypeSkipper types, ExpressionParser expressions) {
    this.tokens = tokens;
    this.types = types;
    this.expressions = expressions;
  }

  /** {@code (a, b = 1, {c}, ...d)}. */
  List<Pattern.Binding> parameters() {
    Place opened = tokens.here();
    tokens.expect("(");
    var parameters = new ArrayList<Pattern.Binding>();
    while (!tokens.is(")")) {
      boolean rest = tokens.accept("...");
      Pattern target = pattern();
      tokens.accept("?");
      types.annotation();
      parameters.add(new Pattern.Binding(target, rest ? null : fallback(), rest));
      if (rest || !tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose(")", opened);
    return parameters;
  }

  Pattern pattern() {
    tokens.enter();
    Pattern pattern =
        tokens.is("{") ? object() : tokens.is("[") ? array() : named("a name, '{' or '['");
    tokens.leave();
    return pattern;
  }

  private Pattern.Named named(String what) {
    Place at = tokens.here();
    return new Pattern.Named(at, tokens.name(what));
  }

  private Pattern.Binding binding() {
    Pattern target = pattern();
    return new Pattern.Binding(target, fallback(), false);
  }

  private @Nullable Expression fallback() {
    return tokens.accept("=") ? expressions.assignment() : null;
  }

  private Pattern object() {
    Place at = tokens.here();
    tokens.expect("{");
    var parts = new ArrayList<Pattern.Part>();
    Pattern.Named rest = null;
    while (!tokens.is("}")) {
      if (tokens.accept("...")) {
        rest = named("a name");
        break;
      }
      parts.add(part());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("}", at);
    return new Pattern.OfObject(at, parts, rest);
  }

  private Pattern.Part part() {
    Place at = tokens.here();
    var token = tokens.current();
    if (token.kind() != Token.Kind.NAME && token.kind() != Token.Kind.STRING) {
      throw tokens.expected("the name of a property");
    }
    tokens.advance();
    if (tokens.accept(":")) {
      return new Pattern.Part(token.text(), binding());
    }
    if (token.kind() == Token.Kind.STRING || Reserved.WORDS.contains(token.text())) {
      throw tokens.expected("':' and the name to bind it to");
    }
    var target = new Pattern.Named(at, token.text());
    return new Pattern.Part(token.text(), new Pattern.Binding(target, fallback(), false));
  }

  private Pattern array() {
    Place at = tokens.here();
    tokens.expect("[");
    var elements = new ArrayList<Pattern.@Nullable Binding>();
    Pattern rest = null;
    while (!tokens.is("]")) {
      if (tokens.accept("...")) {
        rest = pattern();
        break;
      }
      elements.add(tokens.is(",") ? null : binding());
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("]", at);
    return new Pattern.OfArray(at, elements, rest);
  }
}
