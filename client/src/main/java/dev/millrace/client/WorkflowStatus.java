package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The short form of a workflow. */
public record WorkflowStatus(
    String workflowId,
    @Nullable String correlationId,
    @Nullable Map<String, @Nullable Object> output,
    @Nullable Map<String, @Nullable Object> variables,
    Workflow.Status status) {}
