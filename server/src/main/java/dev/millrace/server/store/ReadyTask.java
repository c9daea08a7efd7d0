package dev.millrace.server.store;

import org.jspecify.annotations.Nullable;

/**
 * A task that may be handed out.
 *
 * @param row null if whoever asked knows the task anyway, and reading it would have cost something
 */
public record ReadyTask(TaskId id, @Nullable TaskRow row) {}
