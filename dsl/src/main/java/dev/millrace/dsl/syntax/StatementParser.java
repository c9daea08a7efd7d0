package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads statements. Not thread-safe. */
final class StatementParser {

  private final Tokens tokens;
  private final TypeSkipper types;
  private final ExpressionParser expressions;
  private final PatternParser patterns;
  private final LoopParser loops;

  StatementParser(Tokens tokens, TypeSkipper types, ExpressionParser expressions) {
    this.tokens = tokens;
    this.types = types;
    this.expressions = expressions;
    this.patterns = expressions.primaries().patterns();
    this.loops = new LoopParser(tokens, expressions, this);
    expressions.primaries().connect(this);
  }

  Statement statement() {
    tokens.enter();
    Statement statement = tokens.isName() ? word() : other();
    tokens.leave();
    return statement;
  }

  private Statement other() {
    Place at = tokens.here();
    if (tokens.is("{")) {
      return block();
    }
    if (tokens.accept(";")) {
      return new Statement.Empty(at);
    }
    if (tokens.is("@")) {
      throw at.refuse("%s", tokens.dialect().without("decorators"));
    }
    return evaluate(at);
  }

  private Statement evaluate(Place at) {
    Expression value = expressions.expression();
    if (value instanceof Expression.Name name && tokens.is(":")) {
      return labelled(at, name.name());
    }
    tokens.endOfStatement();
    return new Statement.Evaluate(at, value);
  }

  private Statement labelled(Place at, String label) {
    if (!tokens.isScript()) {
      throw at.refuse("%s", tokens.dialect().without("labels"));
    }
    tokens.advance();
    return new Statement.Labelled(at, label, statement());
  }

  private Statement word() {
    Place at = tokens.here();
    return switch (tokens.current().text()) {
      case "const", "let", "var" -> declaration(at);
      case "function" -> function(at);
      case "if" -> ifElse(at);
      case "for" -> loops.forLoop(at);
      case "while" -> loops.whileLoop(at);
      case "do" -> loops.doLoop(at);
      case "switch" -> switchCase(at);
      case "return" -> returnValue(at);
      case "break", "continue" -> jump(at);
      case "throw" -> throwValue(at);
      case "try" -> tryCatch(at);
      case "type", "interface", "declare", "namespace", "module", "abstract" ->
          tokens.isScript() ? evaluate(at) : typeOrExpression(at);
      case "class", "with", "debugger", "import", "export", "enum" -> leftOut(at);
      default -> evaluate(at);
    };
  }

  private Statement leftOut(Place at) {
    String word = tokens.current().text();
    if (tokens.dialect().leavesOut(word) && !word.equals("import")) {
      throw at.refuse("%s", tokens.dialect().withoutWord(word));
    }
    if (word.equals("enum")) {
      return enumeration(at);
    }
    throw at.refuse("an import or export stands at the top of a file, outside of all braces");
  }

  /** {@code type}, {@code interface} and others are words only where a name follows. */
  private Statement typeOrExpression(Place at) {
    String word = tokens.current().text();
    boolean declares = tokens.ahead(this::nameFollows);
    if (!declares) {
      return evaluate(at);
    }
    return switch (word) {
      case "type" -> typeAlias(at);
      case "interface" -> interfaceType(at);
      case "declare" -> declared(at);
      default -> throw at.refuse("%s", tokens.dialect().without(word));
    };
  }

  private boolean nameFollows() {
    tokens.advance();
    return tokens.isName() && !tokens.current().newline();
  }

  private Statement typeAlias(Place at) {
    tokens.advance();
    tokens.name("the name of a type");
    types.parameters();
    tokens.expect("=");
    types.type();
    tokens.endOfStatement();
    return new Statement.Empty(at);
  }

  private Statement interfaceType(Place at) {
    tokens.advance();
    tokens.name("the name of a type");
    types.parameters();
    if (tokens.accept("extends")) {
      do {
        types.type();
      } while (tokens.accept(","));
    }
    types.balanced("{", "}");
    return new Statement.Empty(at);
  }

  /** {@code declare const x: T}: says what an editor should believe. */
  private Statement declared(Place at) {
    tokens.advance();
    if (!tokens.accept("const") && !tokens.accept("let")) {
      throw tokens.expected("'const'");
    }
    tokens.name("a name");
    types.annotation();
    tokens.endOfStatement();
    return new Statement.Empty(at);
  }

  private Statement enumeration(Place at) {
    tokens.advance();
    String name = tokens.name("the name of the enum");
    Place opened = tokens.here();
    tokens.expect("{");
    var members = new ArrayList<Statement.EnumMember>();
    while (!tokens.is("}")) {
      Place memberAt = tokens.here();
      String member = tokens.name("the name of a member");
      Expression value = tokens.accept("=") ? expressions.assignment() : null;
      members.add(new Statement.EnumMember(memberAt, member, value));
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("}", opened);
    return new Statement.DeclareEnum(at, name, members);
  }

  Statement declaration(Place at) {
    if (tokens.is("const") && tokens.ahead(this::enumFollows)) {
      tokens.advance();
      return enumeration(at);
    }
    Statement.Declare declare = declarators(at);
    for (var declarator : declare.declarators()) {
      if (declarator.value() == null
          && (declare.constant() || !(declarator.target() instanceof Pattern.Named))) {
        throw tokens.expected("'=' and a value");
      }
    }
    tokens.endOfStatement();
    return declare;
  }

  private boolean enumFollows() {
    tokens.advance();
    return tokens.is("enum");
  }

  Statement.Declare declarators(Place at) {
    if (tokens.is("var") && !tokens.isScript()) {
      throw at.refuse("%s", tokens.dialect().withoutWord("var"));
    }
    var kind = Statement.Kind.of(tokens.advance().text());
    var declarators = new ArrayList<Statement.Declarator>();
    do {
      Pattern target = patterns.pattern();
      if (!tokens.isScript()) {
        tokens.accept("!");
      }
      types.annotation();
      Expression value = tokens.accept("=") ? expressions.assignment() : null;
      declarators.add(new Statement.Declarator(target, value));
    } while (tokens.accept(","));
    return new Statement.Declare(at, kind, declarators);
  }

  Statement function(Place at) {
    tokens.advance();
    expressions.primaries().refuseGenerator();
    String name = tokens.name("the name of the function");
    return new Statement.DeclareFunction(at, expressions.primaries().function(at, name));
  }

  List<Statement> functionBody() {
    return block().statements();
  }

  Statement.Block block() {
    Place at = tokens.here();
    tokens.expect("{");
    var statements = new ArrayList<Statement>();
    while (!tokens.is("}")) {
      if (tokens.current().kind() == Token.Kind.END) {
        throw tokens.here().refuse("expected '}' for the '{' in line %d", at.line());
      }
      statements.add(statement());
    }
    tokens.advance();
    return new Statement.Block(at, statements);
  }

  Expression inBrackets() {
    Place opened = tokens.here();
    tokens.expect("(");
    Expression value = expressions.expression();
    tokens.expectClose(")", opened);
    return value;
  }

  private Statement ifElse(Place at) {
    tokens.advance();
    Expression test = inBrackets();
    Statement then = statement();
    return new Statement.If(at, test, then, tokens.accept("else") ? statement() : null);
  }

  private Statement switchCase(Place at) {
    tokens.advance();
    Expression value = inBrackets();
    Place opened = tokens.here();
    tokens.expect("{");
    var cases = new ArrayList<Statement.Case>();
    while (!tokens.is("}")) {
      Expression test = null;
      if (!tokens.accept("default")) {
        tokens.expect("case");
        test = expressions.expression();
      }
      tokens.expect(":");
      cases.add(new Statement.Case(test, caseBody()));
    }
    tokens.expectClose("}", opened);
    return new Statement.Switch(at, value, cases);
  }

  private List<Statement> caseBody() {
    var statements = new ArrayList<Statement>();
    while (!tokens.is("case") && !tokens.is("default") && !tokens.is("}")) {
      statements.add(statement());
    }
    return statements;
  }

  private Statement returnValue(Place at) {
    tokens.advance();
    boolean bare =
        tokens.is(";")
            || tokens.is("}")
            || tokens.current().newline()
            || tokens.current().kind() == Token.Kind.END;
    Expression value = bare ? null : expressions.expression();
    tokens.endOfStatement();
    return new Statement.Return(at, value);
  }

  private Statement jump(Place at) {
    boolean leaves = tokens.advance().is("break");
    String label = null;
    if (tokens.isName() && !tokens.current().newline() && !tokens.is("case")) {
      if (!tokens.isScript()) {
        throw tokens.here().refuse("%s", tokens.dialect().without("labels"));
      }
      label = tokens.name("a label");
    }
    tokens.endOfStatement();
    return leaves ? new Statement.Break(at, label) : new Statement.Continue(at, label);
  }

  private Statement throwValue(Place at) {
    tokens.advance();
    Expression value = expressions.expression();
    tokens.endOfStatement();
    return new Statement.Throw(at, value);
  }

  private Statement tryCatch(Place at) {
    tokens.advance();
    Statement.Block body = block();
    Pattern caught = null;
    Statement.Block handler = null;
    if (tokens.accept("catch")) {
      if (tokens.accept("(")) {
        caught = patterns.pattern();
        types.annotation();
        tokens.expect(")");
      }
      handler = block();
    }
    Statement.@Nullable Block cleanup = tokens.accept("finally") ? block() : null;
    if (handler == null && cleanup == null) {
      throw tokens.expected("'catch' or 'finally'");
    }
    return new Statement.Try(at, body, caught, handler, cleanup);
  }
}
