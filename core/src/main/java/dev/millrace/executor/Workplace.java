package dev.millrace.executor;

/** Something with a position in the summary tree in which work may be found. */
sealed interface Workplace permits SlotWord, RunLane {

  /** Its position in the summary tree. */
  int index();

  /** Whether there is something to take, or will be in a moment. */
  boolean hasWork();

  /** About how much can be taken. */
  int takeableCount();
}
