package dev.millrace.dsl.syntax;

/** Reads over types: they are for the editor and mean nothing here. Not thread-safe. */
final class TypeSkipper {

  private final Tokens tokens;

  TypeSkipper(Tokens tokens) {
    this.tokens = tokens;
  }

  /** {@code : type}, if it is there. */
  void annotation() {
    if (!tokens.isScript() && tokens.accept(":")) {
      type();
    }
  }

  void type() {
    tokens.enter();
    tokens.accept("|");
    tokens.accept("&");
    operand();
    while (tokens.is("|") || tokens.is("&")) {
      tokens.advance();
      operand();
    }
    if (tokens.is("extends") && !tokens.current().newline()) {
      tokens.advance();
      type();
      tokens.expect("?");
      type();
      tokens.expect(":");
      type();
    } else if (tokens.is("is")) {
      tokens.advance();
      type();
    }
    tokens.leave();
  }

  private void operand() {
    while (isPrefix() && !tokens.ahead(this::standsAlone)) {
      tokens.advance();
    }
    primary();
    while (tokens.is("[") && !tokens.current().newline()) {
      tokens.advance();
      if (!tokens.is("]")) {
        type();
      }
      tokens.expect("]");
    }
  }

  private boolean isPrefix() {
    return tokens.is("readonly")
        || tokens.is("keyof")
        || tokens.is("unique")
        || tokens.is("infer")
        || tokens.is("asserts")
        || tokens.is("typeof")
        || tokens.is("new")
        || tokens.is("abstract");
  }

  /** A word like {@code readonly} that is a type's name where nothing follows that it modifies. */
  private boolean standsAlone() {
    tokens.advance();
    return !tokens.isName()
        && !tokens.is("(")
        && !tokens.is("{")
        && !tokens.is("[")
        && !tokens.is("<");
  }

  private void primary() {
    var token = tokens.current();
    switch (token.kind()) {
      case NAME -> reference();
      case STRING, NUMBER -> tokens.advance();
      case TEMPLATE -> template();
      case SIGN -> sign();
      case END -> throw tokens.expected("a type");
    }
  }

  private void reference() {
    tokens.advance();
    while (tokens.accept(".")) {
      tokens.advance();
    }
    if (tokens.is("<") && !tokens.current().newline()) {
      arguments();
    }
  }

  private void template() {
    while (tokens.templateChunk().open()) {
      tokens.advance();
      until("}");
    }
    tokens.advance();
  }

  private void sign() {
    if (tokens.is("{")) {
      balanced("{", "}");
    } else if (tokens.is("[")) {
      balanced("[", "]");
    } else if (tokens.is("<")) {
      parameters();
      balanced("(", ")");
      functionResult();
    } else if (tokens.is("(")) {
      balanced("(", ")");
      if (tokens.is("=>")) {
        functionResult();
      }
    } else if (tokens.accept("-")) {
      tokens.advance();
    } else {
      throw tokens.expected("a type");
    }
  }

  private void functionResult() {
    tokens.expect("=>");
    type();
  }

  /** {@code <A, B>}. */
  void arguments() {
    tokens.expect("<");
    do {
      type();
    } while (tokens.accept(","));
    tokens.closeAngle();
  }

  /** {@code <A extends B = C>}, if it is there. */
  void parameters() {
    if (tokens.isScript() || !tokens.accept("<")) {
      return;
    }
    do {
      tokens.accept("const");
      tokens.name("the name of a type");
      if (tokens.accept("extends")) {
        type();
      }
      if (tokens.accept("=")) {
        type();
      }
    } while (tokens.accept(",") && !tokens.current().text().startsWith(">"));
    tokens.closeAngle();
  }

  /** Whatever stands between two brackets, without a look at it. */
  void balanced(String open, String close) {
    tokens.expect(open);
    until(close);
    tokens.advance();
  }

  private void until(String close) {
    tokens.enter();
    while (!tokens.is(close)) {
      if (tokens.is("{")) {
        balanced("{", "}");
      } else if (tokens.is("(")) {
        balanced("(", ")");
      } else if (tokens.is("[")) {
        balanced("[", "]");
      } else if (tokens.current().kind() == Token.Kind.TEMPLATE) {
        template();
      } else if (tokens.current().kind() == Token.Kind.END || isClose()) {
        throw tokens.expected("'" + close + "'");
      } else {
        tokens.advance();
      }
    }
    tokens.leave();
  }

  private boolean isClose() {
    return tokens.is("}") || tokens.is(")") || tokens.is("]");
  }
}
