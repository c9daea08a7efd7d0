package dev.millrace.task;

/**
 * What a blocked task waits for: one, any or all of some {@link Resumer}s. Made by the {@link
 * TaskContext} that the step got, handed back inside {@link TaskStatus.Blocked}.
 *
 * <p>An awaiter that was made and never returned from a step holds on to nothing.
 */
public interface Awaiter {

  /** Whether enough resumers have been resumed. Once true, true for ever. */
  boolean isReady();
}
