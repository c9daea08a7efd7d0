package dev.millrace.server.store;

import org.jspecify.annotations.Nullable;

/** Who polled a queue last; one for each type and domain. */
public record PollRow(String type, @Nullable String domain, @Nullable String worker, long at) {}
