package dev.millrace.task.engine;

/** Counts ends, before anybody is told of them. Called by the thread that ran the last step. */
public interface Ledger {
  void ended(Disposition end);
}
