package dev.millrace.server.store;

/** A line of a task's log. */
public record LogRow(TaskId task, long at, String text) {}
