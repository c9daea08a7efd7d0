package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** A task as a search finds it. */
public record TaskSummary(
    String workflowId,
    @Nullable String workflowType,
    @Nullable String correlationId,
    @Nullable String scheduledTime,
    @Nullable String startTime,
    @Nullable String updateTime,
    @Nullable String endTime,
    Task.Status status,
    @Nullable String reasonForIncompletion,
    long executionTime,
    long queueWaitTime,
    @Nullable String taskDefName,
    @Nullable String taskType,
    @Nullable String input,
    @Nullable String output,
    String taskId,
    @Nullable String externalInputPayloadStoragePath,
    @Nullable String externalOutputPayloadStoragePath,
    int workflowPriority,
    @Nullable String domain) {}
