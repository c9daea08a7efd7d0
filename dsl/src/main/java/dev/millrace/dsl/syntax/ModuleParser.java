package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.ArrayList;
import java.util.List;

/** Reads a whole file: imports, exports, statements. Not thread-safe. */
final class ModuleParser {

  private final Tokens tokens;
  private final ExpressionParser expressions;
  private final StatementParser statements;

  ModuleParser(Tokens tokens) {
    this.tokens = tokens;
    var types = new TypeSkipper(tokens);
    this.expressions = new ExpressionParser(tokens, types);
    this.statements = new StatementParser(tokens, types, expressions);
  }

  Module module() {
    var all = new ArrayList<Statement>();
    while (tokens.current().kind() != Token.Kind.END) {
      all.add(topLevel());
    }
    return new Module(tokens.file(), all);
  }

  /** A script: statements and nothing else. */
  List<Statement> statements() {
    var all = new ArrayList<Statement>();
    while (tokens.current().kind() != Token.Kind.END) {
      all.add(statements.statement());
    }
    return all;
  }

  private Statement topLevel() {
    Place at = tokens.here();
    if (tokens.is("import")) {
      if (tokens.ahead(this::isDynamicImport)) {
        throw at.refuse("%s", tokens.dialect().withoutWord("import"));
      }
      return importing(at);
    }
    return tokens.is("export") ? exporting(at) : statements.statement();
  }

  private boolean isDynamicImport() {
    tokens.advance();
    return tokens.is("(") || tokens.is(".");
  }

  private Statement importing(Place at) {
    tokens.advance();
    boolean typesOnly =
        tokens.is("type") && tokens.ahead(this::namesFollow) && tokens.accept("type");
    var names = new ArrayList<Statement.ImportedName>();
    if (tokens.current().kind() != Token.Kind.STRING) {
      clause(names);
      tokens.expect("from");
    }
    Place fromAt = tokens.here();
    String from = moduleName();
    return typesOnly ? new Statement.Empty(at) : new Statement.Import(fromAt, from, names);
  }

  private boolean namesFollow() {
    tokens.advance();
    return tokens.is("{") || tokens.is("*") || (tokens.isName() && !tokens.is("from"));
  }

  private String moduleName() {
    if (tokens.current().kind() != Token.Kind.STRING) {
      throw tokens.expected("the name of a file, as a string");
    }
    String name = tokens.advance().text();
    tokens.endOfStatement();
    return name;
  }

  private void clause(List<Statement.ImportedName> names) {
    Place at = tokens.here();
    if (tokens.isName()) {
      names.add(new Statement.ImportedName(at, "default", tokens.name("a name")));
      if (!tokens.accept(",")) {
        return;
      }
    }
    if (tokens.accept("*")) {
      tokens.expect("as");
      names.add(new Statement.ImportedName(at, "*", tokens.name("a name")));
      return;
    }
    Place opened = tokens.here();
    tokens.expect("{");
    while (!tokens.is("}")) {
      importedName(names);
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("}", opened);
  }

  private void importedName(List<Statement.ImportedName> names) {
    boolean type = tokens.is("type") && tokens.ahead(this::typeName) && tokens.accept("type");
    Place at = tokens.here();
    String exported = tokens.isName() ? tokens.advance().text() : tokens.name("a name");
    String local = tokens.accept("as") ? tokens.name("a name") : exported;
    if (!type) {
      names.add(new Statement.ImportedName(at, exported, local));
    }
  }

  private boolean typeName() {
    tokens.advance();
    return tokens.isName() && !tokens.is("as");
  }

  private Statement exporting(Place at) {
    tokens.advance();
    if (tokens.accept("default")) {
      return exportDefault(at);
    }
    if (tokens.is("{")) {
      return exportNames(at);
    }
    if (tokens.is("*")) {
      throw at.refuse("the plan language has no 'export *'; name what is exported");
    }
    if (tokens.is("type") && tokens.ahead(this::namesFollow) && !tokens.ahead(this::isAlias)) {
      tokens.advance();
      return emptied(exportNames(at));
    }
    return new Statement.Export(at, statements.statement());
  }

  private boolean isAlias() {
    tokens.advance();
    return tokens.isName();
  }

  private static Statement emptied(Statement statement) {
    return new Statement.Empty(statement.at());
  }

  private Statement exportDefault(Place at) {
    Expression value = expressions.expression();
    tokens.endOfStatement();
    return new Statement.ExportDefault(at, value);
  }

  private Statement exportNames(Place at) {
    Place opened = tokens.here();
    tokens.expect("{");
    var names = new ArrayList<Statement.ExportedName>();
    while (!tokens.is("}")) {
      Place nameAt = tokens.here();
      String local = tokens.name("a name");
      String exported = tokens.accept("as") ? tokens.advance().text() : local;
      names.add(new Statement.ExportedName(nameAt, local, exported));
      if (!tokens.accept(",")) {
        break;
      }
    }
    tokens.expectClose("}", opened);
    if (tokens.is("from")) {
      throw tokens.here().refuse("import the names first, then export them");
    }
    tokens.endOfStatement();
    return new Statement.ExportNames(at, names);
  }
}
