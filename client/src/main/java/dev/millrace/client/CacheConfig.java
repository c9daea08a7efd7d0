package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** How long a result may be used again. */
public record CacheConfig(@Nullable String key, int ttlInSecond) {}
