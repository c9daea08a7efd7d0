package dev.millrace.server.store;

/**
 * What waits in a queue.
 *
 * @param ready may be handed out now
 * @param oldest since when the oldest ready one may be handed out; 0 if there is none
 */
public record QueueSize(String queue, long ready, long delayed, long oldest) {}
