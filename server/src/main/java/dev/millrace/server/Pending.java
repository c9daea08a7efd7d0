package dev.millrace.server;

import java.util.concurrent.CompletableFuture;

/**
 * An answer that may take long, and that its asker may stop waiting for.
 *
 * @param answer ends when there is an answer, or when nobody waits for it any more
 * @param giveUp the asker is gone: what would have been handed to it stays, what was handed to it
 *     meanwhile is taken back
 */
public record Pending<T>(CompletableFuture<T> answer, Runnable giveUp) {}
