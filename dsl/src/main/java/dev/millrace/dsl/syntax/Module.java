package dev.millrace.dsl.syntax;

import dev.millrace.dsl.source.SourceFile;
import java.util.List;

/** A file that was read. Immutable. */
public record Module(SourceFile file, List<Statement> statements) {

  public Module {
    statements = List.copyOf(statements);
  }

  /**
   * Reads a file.
   *
   * @param deepest how deep things may nest
   * @throws dev.millrace.dsl.source.Refusal at the first thing that is not the plan language
   */
  public static Module parse(SourceFile file, int deepest) {
    refuseHiddenText(file);
    return new ModuleParser(new Tokens(file, deepest, Dialect.PLAN)).module();
  }

  /** What the files that it needs are called in it. */
  public List<Statement.Import> imports() {
    return statements.stream()
        .filter(Statement.Import.class::isInstance)
        .map(Statement.Import.class::cast)
        .toList();
  }

  /** Signs that turn the direction of text make a source look like another one. */
  private static void refuseHiddenText(SourceFile file) {
    String text = file.text();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean turns = (c >= '\u202A' && c <= '\u202E') || (c >= '\u2066' && c <= '\u2069');
      if (turns || c == '\0') {
        throw file.at(i).refuse("hidden control character U+%04X; remove it", (int) c);
      }
    }
  }
}
