package dev.millrace.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of every answer that is not a success. */
public record ErrorResponse(
    int status,
    @Nullable String code,
    String message,
    @Nullable String instance,
    boolean retryable,
    @Nullable List<ValidationError> validationErrors,
    @Nullable Map<String, @Nullable Object> metadata) {}
