package dev.millrace.client;

import org.jspecify.annotations.Nullable;

/** Who polled a queue last. */
public record PollData(
    String queueName, @Nullable String domain, @Nullable String workerId, long lastPollTime) {}
