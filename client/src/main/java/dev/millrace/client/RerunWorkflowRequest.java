package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs a workflow again, from a task on. */
public record RerunWorkflowRequest(
    @Nullable String reRunFromWorkflowId,
    @Nullable Map<String, @Nullable Object> workflowInput,
    @Nullable String reRunFromTaskId,
    @Nullable Map<String, @Nullable Object> taskInput,
    @Nullable String correlationId) {}
