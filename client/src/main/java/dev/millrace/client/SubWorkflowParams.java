package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which workflow a SUB_WORKFLOW step runs.
 *
 * @param priority a number, or an expression that becomes one
 * @param workflowDefinition a definition, or an expression that becomes one
 */
public record SubWorkflowParams(
    @Nullable String name,
    @Nullable Integer version,
    @Nullable Map<String, String> taskToDomain,
    @Nullable String idempotencyKey,
    @Nullable IdempotencyStrategy idempotencyStrategy,
    @Nullable Object priority,
    @Nullable Object workflowDefinition) {}
