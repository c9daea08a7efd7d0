package dev.millrace.task;

import org.jspecify.annotations.Nullable;

/** Tells a running step whether anybody still wants its result. */
public interface CancelToken {
  boolean isCancelled();

  /** Why, if cancelled with a cause (a {@link DeadlineExceededException}, a sibling's error). */
  @Nullable Throwable cause();
}
