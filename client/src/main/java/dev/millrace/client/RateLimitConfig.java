package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** How many workflows of one key may run at once. */
public record RateLimitConfig(
    @Nullable String rateLimitKey, int concurrentExecLimit, @Nullable String policy) {}
