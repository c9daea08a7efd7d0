package dev.millrace.server.store;

import java.util.List;

/**
 * What a transaction begins with.
 *
 * @param revision see {@link ReadTransaction#revision}
 * @param tasks of the workflows, by workflow and number, as far as they were asked for
 */
public record Locked(long revision, List<WorkflowRow> workflows, List<TaskRow> tasks) {}
