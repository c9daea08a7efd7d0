package dev.millrace.server.http;

import dev.millrace.client.Task;
import java.util.List;

/**
 * One of many updates went well: a {@link dev.millrace.client.TaskUpdateReply} on its way out.
 *
 * @param definitions whether the tasks go with their definitions
 */
record UpdateTaken(boolean accepted, List<Task> tasks, boolean definitions) {}
