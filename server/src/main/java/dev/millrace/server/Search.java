package dev.millrace.server;

import org.jspecify.annotations.Nullable;

/**
 * A search as the reference's clients write it.
 *
 * @param query terms joined by AND, like {@code status IN (RUNNING,PAUSED) AND
 *     startTime>1700000000000}; null for all
 * @param freeText a text in input or output; {@code *} or null for any
 * @param sort like {@code startTime:DESC}; null for the newest first
 */
public record Search(
    int start,
    int size,
    @Nullable String sort,
    @Nullable String freeText,
    @Nullable String query,
    boolean topLevelOnly) {}
