package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Suggestion;
import dev.millrace.dsl.syntax.Module;
import dev.millrace.dsl.syntax.Pattern;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The run of one file: binds what it imports, runs it, collects what it exports. */
record ModuleRun(
    Runner runner,
    Scope scope,
    Map<String, Value> exports,
    Function<Statement.Import, Map<String, Value>> imports) {

  Map<String, Value> all(Module module) {
    var statements = new ArrayList<Statement>();
    for (Statement statement : module.statements()) {
      statements.add(
          statement instanceof Statement.Export export ? export.declaration() : statement);
      if (statement instanceof Statement.Import imported) {
        bind(imported);
      }
    }
    runner.hoist(statements, scope);
    for (Statement statement : module.statements()) {
      one(statement);
    }
    for (Statement statement : module.statements()) {
      if (statement instanceof Statement.ExportNames named) {
        named.names().forEach(this::export);
      }
    }
    return exports;
  }

  private void one(Statement statement) {
    switch (statement) {
      case Statement.Import _, Statement.ExportNames _ -> {}
      case Statement.ExportDefault export -> {
        if (exports.containsKey("default")) {
          throw export.at().refuse("a file has one default export, this is the second");
        }
        exports.put("default", runner.evaluator().value(export.value(), scope));
      }
      case Statement.Export export -> {
        run(export.declaration());
        for (String name : declared(export.declaration())) {
          export(new Statement.ExportedName(export.at(), name, name));
        }
      }
      default -> run(statement);
    }
  }

  private void run(Statement statement) {
    Completion completion = runner.run(statement, scope);
    if (!(completion instanceof Completion.Normal)) {
      throw statement
          .at()
          .refuse("return, break and continue have no meaning outside of a function");
    }
  }

  private void bind(Statement.Import imported) {
    Map<String, Value> from = imports.apply(imported);
    for (var name : imported.names()) {
      scope.declare(name.local(), importedValue(name, from), true, name.at());
    }
  }

  private static Value importedValue(Statement.ImportedName name, Map<String, Value> from) {
    if (name.exported().equals("*")) {
      return new Namespace("imported names", from, Map.of());
    }
    Value value = from.get(name.exported());
    if (value == null) {
      throw name.at()
          .refuse(
              "'%s' is not exported there%s",
              name.exported(), Suggestion.of(name.exported(), from.keySet()));
    }
    return value;
  }

  private void export(Statement.ExportedName name) {
    Value value = scope.lookup(name.local());
    if (value == null) {
      throw name.at().refuse("'%s' is not declared, so it cannot be exported", name.local());
    }
    exports.put(name.exported(), value);
  }

  private static List<String> declared(Statement declaration) {
    var names = new ArrayList<String>();
    switch (declaration) {
      case Statement.Declare declare ->
          declare.declarators().forEach(declarator -> collect(declarator.target(), names));
      case Statement.DeclareFunction function -> names.add(function.function().name());
      case Statement.DeclareEnum enumeration -> names.add(enumeration.name());
      case Statement.Empty _ -> {}
      default -> throw declaration.at().refuse("only declarations can be exported");
    }
    return names;
  }

  private static void collect(@Nullable Pattern pattern, List<String> names) {
    switch (pattern) {
      case null -> {}
      case Pattern.Named named -> names.add(named.name());
      case Pattern.OfObject object -> {
        object.parts().forEach(part -> collect(part.binding().target(), names));
        collect(object.rest(), names);
      }
      case Pattern.OfArray array -> {
        for (var element : array.elements()) {
          collect(element == null ? null : element.target(), names);
        }
        collect(array.rest(), names);
      }
    }
  }
}
