package dev.millrace.dsl.syntax;

import java.util.Map;
import java.util.Set;

/** Words that are no names, and what is said about those that the plan language leaves out. */
final class Reserved {

  static final Set<String> WORDS =
      Set.of(
          "break",
          "case",
          "catch",
          "class",
          "const",
          "continue",
          "debugger",
          "default",
          "delete",
          "do",
          "else",
          "enum",
          "export",
          "extends",
          "false",
          "finally",
          "for",
          "function",
          "if",
          "import",
          "in",
          "instanceof",
          "new",
          "null",
          "return",
          "super",
          "switch",
          "this",
          "throw",
          "true",
          "try",
          "typeof",
          "var",
          "void",
          "while",
          "with",
          "yield",
          "let",
          "await",
          "async");

  /** What plans cannot say, with what to write instead. */
  static final Map<String, String> NOT_IN_PLANS =
      Map.ofEntries(
          Map.entry("class", "classes; use functions and objects"),
          Map.entry(
              "async", "async functions; a plan is built at once, the engine does the waiting"),
          Map.entry("await", "await; a plan is built at once, the engine does the waiting"),
          Map.entry("yield", "generators; return an array"),
          Map.entry("this", "this; use parameters"),
          Map.entry("super", "super; use functions"),
          Map.entry("delete", "delete; use { removed, ...rest } destructuring"),
          Map.entry("void", "void; use undefined"),
          Map.entry("with", "with"),
          Map.entry("debugger", "debugger"),
          Map.entry("var", "var; use const or let"),
          Map.entry("import", "dynamic import; use an import declaration"));

  /** What scripts cannot say, with what to write instead. */
  static final Map<String, String> NOT_IN_SCRIPTS =
      Map.of(
          "class", "classes; use functions and objects",
          "async", "async functions; a script is evaluated at once",
          "await", "await; a script is evaluated at once",
          "yield", "generators; return an array",
          "super", "super; use functions",
          "with", "with",
          "debugger", "debugger",
          "import", "imports",
          "export", "exports",
          "enum", "enums");

  private Reserved() {}
}
