package dev.millrace.server.store;

import java.util.UUID;

/**
 * A timer that is due.
 *
 * @param number the task's, or 0 for the workflow's own timer
 */
public record Timer(UUID workflow, int number) {}
