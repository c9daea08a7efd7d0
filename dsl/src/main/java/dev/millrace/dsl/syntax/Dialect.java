package dev.millrace.dsl.syntax;

import java.util.Map;

/** Which language is read. Scripts are JavaScript: what plans leave out for safety's sake is in. */
public enum Dialect {
  /** The part of TypeScript that plans are written in. */
  PLAN("the plan language has no %s"),
  /** JavaScript without types, classes, generators and waiting. */
  SCRIPT("scripts have no %s");

  private final String absence;

  Dialect(String absence) {
    this.absence = absence;
  }

  boolean isScript() {
    return this == SCRIPT;
  }

  /** What is said about something that is not there. */
  String without(String what) {
    return absence.formatted(what);
  }

  String withoutWord(String word) {
    return without(leftOut().getOrDefault(word, word));
  }

  boolean leavesOut(String word) {
    return leftOut().containsKey(word);
  }

  private Map<String, String> leftOut() {
    return isScript() ? Reserved.NOT_IN_SCRIPTS : Reserved.NOT_IN_PLANS;
  }
}
