package dev.millrace.task.engine;

/** Runs steps one after the other for as long as they answer Continue and the budget lasts. */
interface StepLoop {

  /** By the task's owner. Tells the kind if the budget is spent. */
  Disposition run(StepKind kind, TaskInstance task, int maxSteps, long maxNanos, Ledger ledger);
}
