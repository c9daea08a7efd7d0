package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** A line that a task logged. */
public record TaskExecLog(String log, @Nullable String taskId, long createdTime) {}
