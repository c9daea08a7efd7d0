package dev.millrace.server.script;

import dev.millrace.dsl.syntax.Pattern;
import dev.millrace.dsl.syntax.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds out what statements declare before they are compiled. */
final class Declared {

  private Declared() {}

  /** Names of {@code var}, in whatever blocks they stand. */
  static void variables(List<Statement> statements, Consumer<String> names) {
    statements.forEach(statement -> variables(statement, names));
  }

  private static void variables(@Nullable Statement statement, Consumer<String> names) {
    switch (statement) {
      case null -> {}
      case Statement.Declare declare -> {
        if (declare.kind() == Statement.Kind.VAR) {
          declare.declarators().forEach(one -> pattern(one.target(), names));
        }
      }
      case Statement.Block block -> variables(block.statements(), names);
      case Statement.If branch -> {
        variables(branch.then(), names);
        variables(branch.otherwise(), names);
      }
      case Statement.For loop -> {
        variables(loop.init(), names);
        variables(loop.body(), names);
      }
      case Statement.ForEach loop -> {
        if (loop.kind() == Statement.Kind.VAR) {
          pattern(loop.target(), names);
        }
        variables(loop.body(), names);
      }
      case Statement.While loop -> variables(loop.body(), names);
      case Statement.Labelled labelled -> variables(labelled.body(), names);
      case Statement.Switch choice ->
          choice.cases().forEach(one -> variables(one.statements(), names));
      case Statement.Try attempt -> {
        variables(attempt.body(), names);
        variables(attempt.handler(), names);
        variables(attempt.cleanup(), names);
      }
      default -> {}
    }
  }

  /** Names of {@code let}, {@code const} and functions that stand in this very block. */
  static void lexical(List<Statement> statements, Names names) {
    for (Statement statement : statements) {
      if (statement instanceof Statement.Declare declare && declare.kind() != Statement.Kind.VAR) {
        declare
            .declarators()
            .forEach(one -> pattern(one.target(), n -> declare(names, n, declare.constant())));
      } else if (statement instanceof Statement.DeclareFunction function) {
        declare(names, function.function().name(), false);
      }
    }
  }

  private static void declare(Names names, String name, boolean constant) {
    var _ = names.declare(name, constant);
  }

  static boolean anyLexical(List<Statement> statements) {
    return statements.stream()
        .anyMatch(statement ->
            statement instanceof Statement.DeclareFunction
                || (statement instanceof Statement.Declare declare
                    && declare.kind() != Statement.Kind.VAR));
  }

  static void pattern(@Nullable Pattern pattern, Consumer<String> names) {
    switch (pattern) {
      case null -> {}
      case Pattern.Named named -> names.accept(named.name());
      case Pattern.OfObject object -> {
        object.parts().forEach(part -> pattern(part.binding().target(), names));
        pattern(object.rest(), names);
      }
      case Pattern.OfArray array -> {
        for (var element : array.elements()) {
          pattern(element == null ? null : element.target(), names);
        }
        pattern(array.rest(), names);
      }
    }
  }
}
