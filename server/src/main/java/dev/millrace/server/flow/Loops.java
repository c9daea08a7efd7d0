package dev.millrace.server.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * DO_WHILE. The loop's task is open while its body runs; its count says how much of it still does.
 */
final class Loops {

  private static final String ITERATION = "iteration";
  private static final String ITEMS = "items";

  /** So many turns are copied in the time of a step. */
  private static final int TURNS_COPIED = 300;

  private Loops() {}

  static void take(Flow flow, Step step, StepKind.Loop loop, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    if (loop.items() != null) {
      var items = Values.list(loop.items().resolve(new FlowBindings(flow, task.id())));
      if (items == null) {
        Stepper.fail(flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, "'items' must be a list");
        return;
      }
      task = task.withInput(Values.with(task.data().input(), ITEMS, items));
      if (items.isEmpty()) {
        Stepper.end(flow, task.withOutput(Values.of(ITERATION, 0)), TaskStatus.COMPLETED);
        return;
      }
    }
    turn(flow, task, loop, 1);
  }

  /** Begins a turn. */
  private static void turn(Flow flow, TaskState task, StepKind.Loop loop, int iteration) {
    var output = Values.editable(task.data().output());
    output.put(ITERATION, iteration);
    var items = items(task, loop);
    if (items != null) {
      output.put("loopIndex", iteration - 1);
      output.put("loopItem", items.get(iteration - 1));
    }
    flow.put(task.withOutput(output).withIteration(iteration).withWaiting(1).touched(flow.now()));
    Stepper.arrive(flow, loop.body(), Scope.inside(task, iteration), Entry.FIRST);
  }

  /** A turn is over: notes what it gave, and begins the next one or ends the loop. */
  static void turned(Flow flow, TaskState task) {
    if (!(flow.step(task).kind() instanceof StepKind.Loop loop)) {
      throw new IllegalStateException(task + " is no loop");
    }
    int iteration = task.progress().iteration();
    var scope = Scope.inside(task, iteration);
    var given = new LinkedHashMap<String, @Nullable Object>();
    for (var base : loop.inside()) {
      var inner = flow.latest(scope.concrete(base));
      if (inner != null) {
        given.put(base, inner.data().output());
      }
    }
    var noted =
        task.withOutput(Values.with(task.data().output(), String.valueOf(iteration), given));
    flow.put(noted);
    // Each turn copies what those before it gave: without this, a loop that never waits would keep
    // everybody waiting for many minutes before it has taken as many steps as it may.
    flow.charge(noted.data().output().size() / TURNS_COPIED);
    switch (goesOn(flow, noted, loop)) {
      case ScriptEngine.Result.Failed failed ->
          Stepper.fail(
              flow,
              noted,
              TaskStatus.FAILED_WITH_TERMINAL_ERROR,
              "Unable to evaluate condition %s, exception %s"
                  .formatted(loop.condition(), failed.message()));
      case ScriptEngine.Result.Value value when truth(value.value()) ->
          turn(flow, forgetOld(flow, noted, loop), loop, iteration + 1);
      case ScriptEngine.Result.Value _ -> Stepper.end(flow, noted, TaskStatus.COMPLETED);
    }
  }

  private static ScriptEngine.Result goesOn(Flow flow, TaskState task, StepKind.Loop loop) {
    var items = items(task, loop);
    if (items != null && task.progress().iteration() >= items.size()) {
      return new ScriptEngine.Result.Value(false);
    }
    var condition = loop.condition();
    if (condition == null || condition.isBlank()) {
      return new ScriptEngine.Result.Value(items != null);
    }
    return flow.settings().scripts().evaluate(condition, values(flow, task, loop));
  }

  /** What the condition sees: the loop's input, its output so far, the last outputs of its body. */
  private static Map<String, @Nullable Object> values(
      Flow flow, TaskState task, StepKind.Loop loop) {
    var step = flow.step(task);
    var values = Values.editable(TaskFactory.input(flow, step, task.id(), Entry.FIRST));
    for (var base : loop.inside()) {
      var inner = flow.newest(base);
      if (inner != null) {
        values.put(base, inner.data().output());
      }
    }
    values.put(task.key().base(), task.data().output());
    values.put(task.ref(), task.data().output());
    return values;
  }

  /** Takes away what is older than the last N turns, if the loop wants that. */
  private static TaskState forgetOld(Flow flow, TaskState task, StepKind.Loop loop) {
    if (!(task.data().input().get("keepLastN") instanceof Number keep) || keep.intValue() < 1) {
      return task;
    }
    // The turn that is about to begin counts.
    int old = task.progress().iteration() + 1 - Math.max(2, keep.intValue());
    if (old < 1) {
      return task;
    }
    var output = Values.editable(task.data().output());
    output.remove(String.valueOf(old));
    forget(flow, loop, Scope.inside(task, old));
    return task.withOutput(output);
  }

  /** Removes the tasks of a turn, with all turns of the loops in it. */
  private static void forget(Flow flow, StepKind.Loop loop, Scope scope) {
    for (var base : loop.inside()) {
      for (var inner = flow.latest(scope.concrete(base)); inner != null; ) {
        if (flow.step(inner).kind() instanceof StepKind.Loop nested) {
          for (int turn = 1; turn <= inner.progress().iteration(); turn++) {
            forget(flow, nested, Scope.inside(inner, turn));
          }
        }
        flow.remove(inner);
        var before = inner.attempt().retriedTaskId();
        inner = before == null ? null : flow.task(before);
      }
    }
  }

  private static @Nullable List<@Nullable Object> items(TaskState task, StepKind.Loop loop) {
    return loop.items() == null ? null : Values.list(task.data().input().get(ITEMS));
  }

  /** What JavaScript holds to be true. */
  static boolean truth(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean truth -> truth;
      case Number number -> number.doubleValue() != 0 && !Double.isNaN(number.doubleValue());
      case String text -> !text.isEmpty();
      default -> true;
    };
  }
}
