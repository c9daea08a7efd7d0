package dev.millrace.task.engine;

/**
 * The place in a scheduler where an instance waits to be run. What it is, the scheduler alone
 * knows: a waker does not look at it, which saves a cache miss among a million tasks.
 */
public interface Home {}
