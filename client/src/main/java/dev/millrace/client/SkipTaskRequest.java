package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a skipped task has instead of running. */
public record SkipTaskRequest(
    @Nullable Map<String, @Nullable Object> taskInput,
    @Nullable Map<String, @Nullable Object> taskOutput) {}
