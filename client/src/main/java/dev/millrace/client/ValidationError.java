package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** One thing that is wrong with a request. */
public record ValidationError(String path, String message, @Nullable String invalidValue) {}
