package dev.millrace.bench.server;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.PollRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What asking for the next task costs when there is none: results are sent one after the other, in
 * turn by {@code POST tasks/update-v2} and by {@code POST tasks}, of tasks that were all taken
 * beforehand.
 */
final class UpdateSection implements ServerSection {

  /** Nothing is gained below one; the rest is for noise. */
  private static final Goal GOAL = new Goal.AtMostTimes(1.1);

  private static final int DIGITS = 3;
  private static final int MOST_AT_ONCE = 100;
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final int EMPTY_POLLS = 30;
  private static final String WORKER = "millrace-bench";

  @Override
  public String name() {
    return "update";
  }

  /** Latencies of both kinds. */
  private record Pair(Histogram chained, Histogram plain) {}

  @Override
  public List<Row> run(Site site) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (Bout bout = Bout.ours(site)) {
      rows.add(row("update_v2", measure(bout, site.options().updates())));
    }
    if (site.reference() != null) {
      try (Bout bout = Bout.reference(site, site.reference())) {
        rows.add(
            row("update_v2_reference", measure(bout, Math.min(100, site.options().updates()))));
      }
    }
    return rows;
  }

  private static Row row(String name, Pair pair) {
    return Row.against(
        name,
        Unit.MICROS,
        pair.chained().getValueAtPercentile(50) / 1e3,
        "plain update",
        pair.plain().getValueAtPercentile(50) / 1e3,
        GOAL);
  }

  private static Pair measure(Bout bout, int updates) throws InterruptedException {
    Pair _ = pair(bout, updates);
    return pair(bout, updates);
  }

  private static Pair pair(Bout bout, int updates) throws InterruptedException {
    bout.flows().start(bout.flows().single(), 2 * updates);
    List<Task> tasks = taken(bout, 2 * updates);
    MillraceClient client = bout.client();
    var pair = new Pair(new Histogram(DIGITS), new Histogram(DIGITS));
    for (int i = 0; i < tasks.size(); i++) {
      TaskResult result = result(tasks.get(i));
      long start = System.nanoTime();
      if (i % 2 == 0) {
        var next = client.tasks().updateAndPoll(result).await();
        pair.chained().recordValue(System.nanoTime() - start);
        if (next.isPresent()) {
          throw new IllegalStateException("there was a task left: " + next.get().taskId());
        }
      } else {
        String _ = client.tasks().update(result).await();
        pair.plain().recordValue(System.nanoTime() - start);
      }
    }
    return pair;
  }

  private static List<Task> taken(Bout bout, int count) throws InterruptedException {
    List<Task> tasks = new ArrayList<>();
    for (int empty = 0; tasks.size() < count; ) {
      int wanted = Math.min(MOST_AT_ONCE, count - tasks.size());
      var poll = new PollRequest(bout.flows().singleType(), null, WORKER, wanted, WAIT, false);
      List<Task> some = bout.client().tasks().poll(poll).await();
      tasks.addAll(some);
      if (some.isEmpty() && ++empty > EMPTY_POLLS) {
        throw new IllegalStateException("only %d of %d tasks came".formatted(tasks.size(), count));
      }
    }
    return tasks;
  }

  private static TaskResult result(Task task) {
    return new TaskResult(
        task.workflowInstanceId(),
        task.taskId(),
        null,
        0,
        WORKER,
        TaskResult.Status.COMPLETED,
        Map.of(),
        null,
        List.of(),
        null,
        null,
        false,
        false);
  }
}
