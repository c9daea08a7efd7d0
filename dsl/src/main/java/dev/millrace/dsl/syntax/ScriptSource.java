package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.SourceFile;
import java.util.List;

/** A script that was read. Immutable. */
public record ScriptSource(SourceFile file, List<Statement> statements) {

  public ScriptSource {
    statements = List.copyOf(statements);
  }

  /**
   * Reads a script.
   *
   * @param deepest how deep things may nest
   * @throws dev.millrace.dsl.source.Refusal at the first thing that is no script
   */
  public static ScriptSource parse(SourceFile file, int deepest) {
    var parser = new ModuleParser(new Tokens(file, deepest, Dialect.SCRIPT));
    return new ScriptSource(file, parser.statements());
  }
}
