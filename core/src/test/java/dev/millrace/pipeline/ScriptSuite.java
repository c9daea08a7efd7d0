package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Runs scripts on the scheduler and with the number of lanes that the suite is run for. */
abstract class ScriptSuite extends SchedulerSuite {
  /** By lane, the status of every step of the last script. */
  final ConcurrentMap<Integer, List<TaskStatus>> statuses = new ConcurrentHashMap<>();

  /** By lane, what to resume when the lane is blocked. */
  private final ConcurrentMap<Integer, Queue<Resumer>> due = new ConcurrentHashMap<>();

  /**
   * Every lane must make exactly these calls: once with waits that are over before the scheduler
   * sees them, once with waits that end some time later.
   */
  void runs(String script, String flow) throws Exception {
    for (boolean late : new boolean[] {false, true}) {
      var pipeline =
          new ScriptedPipeline(
              script,
              dop,
              resumer -> {
                if (late) {
                  fixture.later(resumer::resume);
                } else {
                  resumer.resume();
                }
              },
              flow);
      runs(pipeline);
    }
  }

  /** With several channels the moment of a resume decides what is called next: inside the call. */
  void runsChannels(String script, String... flows) throws Exception {
    runs(new ScriptedPipeline(script, dop, resumer -> resumer.resume(), flows));
  }

  /**
   * The same, but what comes when all channels of a lane wait comes from another task, after the
   * lane has answered that it is blocked.
   */
  void runsSuspendedChannels(String script, String... flows) throws Exception {
    runs(
        new ScriptedPipeline(
            script, dop, resumer -> resumer.resume(), this::resumeOnceBlocked, flows));
    assertThat(due.values()).allSatisfy(resumers -> assertThat(resumers).isEmpty());
  }

  /** Only by the steps of that lane, as what is due. */
  private void resumeOnceBlocked(int lane, Resumer resumer) {
    due.computeIfAbsent(lane, _ -> new ArrayDeque<>()).add(resumer);
  }

  private void blocked(int lane) {
    Queue<Resumer> resumers = due.getOrDefault(lane, new ArrayDeque<>());
    while (!resumers.isEmpty()) {
      fixture.later(resumers.remove()::resume);
    }
  }

  Outcome outcomeOf(ScriptedPipeline pipeline, PipelineObserver observer) throws Exception {
    statuses.clear();
    PipelineOptions<String> options =
        PipelineOptions.<String>ofDop(dop)
            .withObserver(observer)
            .withSchedule(ScheduleOptions.DEFAULT.withObserver(recorder()));
    return run(pipeline.logical(), options);
  }

  private void runs(ScriptedPipeline pipeline) throws Exception {
    Outcome outcome = outcomeOf(pipeline, PipelineObserver.NONE);
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(pipeline.traces())
        .hasSize(dop)
        .allSatisfy(trace -> assertThat(trace).isEqualTo(pipeline.whole()));
  }

  private TaskObserver recorder() {
    return new TaskObserver() {
      @Override
      public void taskEnd(
          TaskContext context, Task task, int taskId, TaskStatus status, Throwable error) {
        if (status != null) {
          statuses.computeIfAbsent(taskId, _ -> new ArrayList<>()).add(status);
        }
        if (status instanceof TaskStatus.Blocked) {
          blocked(taskId);
        }
      }
    };
  }

  /** By lane, the names of the statuses. */
  List<List<String>> statusNames() {
    return statuses.values().stream()
        .map(each -> each.stream().map(ScriptSuite::nameOf).toList())
        .toList();
  }

  private static String nameOf(TaskStatus status) {
    return status instanceof TaskStatus.Blocked ? "BLOCKED" : status.toString();
  }
}
