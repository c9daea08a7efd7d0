package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of the plan language. */
public sealed interface Statement {

  Place at();

  record Empty(Place at) implements Statement {}

  record Evaluate(Place at, Expression expression) implements Statement {}

  record Declare(Place at, Kind kind, List<Declarator> declarators) implements Statement {
    public boolean constant() {
      return kind == Kind.CONST;
    }
  }

  record DeclareFunction(Place at, Expression.Function function) implements Statement {}

  /** An enum becomes an object of its members. */
  record DeclareEnum(Place at, String name, List<EnumMember> members) implements Statement {}

  record Block(Place at, List<Statement> statements) implements Statement {}

  record If(Place at, Expression test, Statement then, @Nullable Statement otherwise)
      implements Statement {}

  record For(
      Place at,
      @Nullable Statement init,
      @Nullable Expression test,
      @Nullable Expression update,
      Statement body)
      implements Statement {}

  /** {@code for (const x of xs)}, or {@code in}, which goes over the keys. */
  record ForEach(Place at, boolean keys, Kind kind, Pattern target, Expression over, Statement body)
      implements Statement {
    public boolean constant() {
      return kind == Kind.CONST;
    }
  }

  record While(Place at, Expression test, Statement body, boolean testFirst) implements Statement {}

  record Switch(Place at, Expression value, List<Case> cases) implements Statement {}

  record Return(Place at, @Nullable Expression value) implements Statement {}

  /** The label is a script's, or null. */
  record Break(Place at, @Nullable String label) implements Statement {}

  record Continue(Place at, @Nullable String label) implements Statement {}

  /** {@code label: statement}. Only scripts have it. */
  record Labelled(Place at, String label, Statement body) implements Statement {}

  record Throw(Place at, Expression value) implements Statement {}

  record Try(
      Place at,
      Block body,
      @Nullable Pattern caught,
      @Nullable Block handler,
      @Nullable Block cleanup)
      implements Statement {}

  /** Names that another file exports; {@code *} stands for all of them as one object. */
  record Import(Place at, String from, List<ImportedName> names) implements Statement {}

  /** {@code export const …} and {@code export function …}: its names are seen by other files. */
  record Export(Place at, Statement declaration) implements Statement {}

  /** {@code export { a, b as c }}. */
  record ExportNames(Place at, List<ExportedName> names) implements Statement {}

  record ExportDefault(Place at, Expression value) implements Statement {}

  /** How names come into being. */
  enum Kind {
    CONST,
    LET,
    /** Belongs to the whole function. Only scripts have it. */
    VAR,
    /** They are there already. Only loops of scripts have it. */
    ASSIGN;

    static Kind of(String word) {
      return switch (word) {
        case "const" -> CONST;
        case "var" -> VAR;
        default -> LET;
      };
    }
  }

  record Declarator(Pattern target, @Nullable Expression value) {}

  record EnumMember(Place at, String name, @Nullable Expression value) {}

  /** {@code test} is null for {@code default}. */
  record Case(@Nullable Expression test, List<Statement> statements) {}

  record ImportedName(Place at, String exported, String local) {}

  record ExportedName(Place at, String local, String exported) {}
}
