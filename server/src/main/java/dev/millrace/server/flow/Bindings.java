package dev.millrace.server.flow;

import org.jspecify.annotations.Nullable;

/** What expressions can name. */
interface Bindings {

  /** A field of the workflow or of a task, e.g. {@code output} of {@code a}. */
  @Nullable Object field(String root, String field);

  /** All fields of the workflow or of a task, or null if there is no such task. */
  @Nullable Object whole(String root);

  /** The id of the task whose input is made, if there is one. */
  @Nullable String taskId();
}
