package dev.millrace.task;

/**
 * What a blocked task waits for: one, any or all of some {@link Resumer}s. Made by the {@link
 * TaskContext} that the step got, handed back inside {@link TaskStatus.Blocked}.
 *
 * <p>An awaiter that was made and never returned from a step holds on to nothing. One over any or
 * all of some resumers serves one wait: a step that answers with it again, even if it is ready,
 * fails. One for a single resumer may be answered as often as one likes, by any number of tasks.
 */
public interface Awaiter {

  /** Whether enough resumers have been resumed. Once true, true for ever. */
  boolean isReady();
}
