package dev.millrace.server.flow;

import dev.millrace.client.TaskDef;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the decider needs besides state, event and time. All of it answers at once; the ids and the
 * jitter are the only things that may differ from one call to the next.
 *
 * @param ids names for new tasks and workflows
 * @param jitter a number from 0 to the given one, both included
 * @param taskDefs the registered task definitions by name
 * @param activeDomain whether workers polled for a task type in a domain lately
 */
public record FlowSettings(
    Ids ids,
    IntUnaryOperator jitter,
    ScriptEngine scripts,
    JqEngine jq,
    Function<String, @Nullable TaskDef> taskDefs,
    BiPredicate<String, String> activeDomain,
    Limits limits) {}
