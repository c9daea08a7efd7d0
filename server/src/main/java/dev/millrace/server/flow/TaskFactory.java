package dev.millrace.server.flow;

import dev.millrace.server.flow.TaskState.Attempt;
import dev.millrace.server.flow.TaskState.Data;
import dev.millrace.server.flow.TaskState.Delivery;
import dev.millrace.server.flow.TaskState.Times;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the tasks of steps. */
final class TaskFactory {

  private static final String NO_DOMAIN = "NO_DOMAIN";

  private TaskFactory() {}

  /** The step's input, with the template of its definition below it. */
  static Map<String, @Nullable Object> input(Flow flow, Step step, String taskId, Entry entry) {
    var resolved = step.inputs().resolve(new FlowBindings(flow, taskId));
    var template = step.rules().inputTemplate();
    if (!template.isEmpty()) {
      var merged = Values.editable(template);
      // What the workflow gives counts, unless it is nothing.
      resolved.forEach((key, value) -> {
        if (value != null || !template.containsKey(key)) {
          merged.put(key, value);
        }
      });
      resolved = merged;
    }
    return Values.merge(resolved, entry.inputOver());
  }

  /** A task that is under way from the moment it is there: it does not wait for a worker. */
  static TaskState begun(
      Flow flow, Step step, Scope scope, Entry entry, Map<String, @Nullable Object> input) {
    return make(flow, step, scope, entry, flow.nextTaskId(), typeOf(step))
        .withStatus(TaskStatus.IN_PROGRESS)
        .withInput(input);
  }

  /** As {@link #begun}, with the input that the step describes. */
  static TaskState begun(Flow flow, Step step, Scope scope, Entry entry) {
    var id = flow.nextTaskId();
    return make(flow, step, scope, entry, id, typeOf(step))
        .withStatus(TaskStatus.IN_PROGRESS)
        .withInput(input(flow, step, id, entry));
  }

  /** A task for a queue. */
  static TaskState scheduled(Flow flow, Step step, Scope scope, Entry entry, String type) {
    var id = flow.nextTaskId();
    var task = make(flow, step, scope, entry, id, type);
    var previous = entry.previous();
    int delay = step.source().startDelay();
    long availableAt = flow.now() + 1000L * delay;
    if (previous != null && !entry.manual()) {
      var backoff = step.rules().backoff();
      int attempt = previous.attempt().number();
      delay = backoff.seconds(attempt);
      availableAt = flow.now() + backoff.millis(attempt, flow.settings().jitter());
    } else if (previous != null) {
      delay = 0;
      availableAt = flow.now();
    }
    var first = task.times().firstStarted();
    return task.withStatus(TaskStatus.SCHEDULED)
        .withInput(input(flow, step, id, entry))
        .withTimes(new Times(flow.now(), 0, 0, 0, entry.manual() ? 0 : first))
        .withDelivery(new Delivery(domain(flow, type), null, 0, delay, delay, availableAt));
  }

  private static TaskState make(
      Flow flow, Step step, Scope scope, Entry entry, String id, String type) {
    long now = flow.now();
    var previous = entry.previous();
    var source = step.source();
    var defName = step.kind() instanceof StepKind.Dynamic ? type : source.name();
    var key =
        new TaskKey(
            id,
            scope.concrete(step.ref()),
            type,
            isFork(step) ? "FORK" : defName,
            flow.head().progress().seq() + 1,
            scope.iteration(),
            scope.owner(),
            scope.branch(),
            scope.join(),
            source);
    var attempt =
        previous == null
            ? Attempt.FIRST
            : new Attempt(previous.attempt().number() + 1, previous.id(), false);
    long firstStarted = previous == null ? now : previous.times().firstStarted();
    return new TaskState(
        key,
        TaskStatus.SCHEDULED,
        attempt,
        new Times(now, now, 0, now, firstStarted),
        new Data(Values.NONE, Values.NONE, null),
        new Delivery(null, null, 0, 0, 0, now),
        TaskProgress.START);
  }

  private static boolean isFork(Step step) {
    return step.kind() instanceof StepKind.Fork || step.kind() instanceof StepKind.DynamicFork;
  }

  /** The type that the task shows, which is its queue's name if it has one. */
  static String typeOf(Step step) {
    if (isFork(step)) {
      return "FORK";
    }
    var source = step.source();
    return source.type().equals("SIMPLE") ? source.name() : source.type();
  }

  /** The first domain that has workers; if none has, the last one of the list. */
  private static @Nullable String domain(Flow flow, String type) {
    var domains = flow.head().key().taskToDomain();
    var wanted = domains.containsKey(type) ? domains.get(type) : domains.get("*");
    if (wanted == null || wanted.isBlank()) {
      return null;
    }
    @Nullable String last = null;
    for (var part : wanted.split(",", -1)) {
      last = part.strip();
      if (!last.equals(NO_DOMAIN) && flow.settings().activeDomain().test(type, last)) {
        return last;
      }
    }
    return last == null || last.isEmpty() || last.equals(NO_DOMAIN) ? null : last;
  }
}
