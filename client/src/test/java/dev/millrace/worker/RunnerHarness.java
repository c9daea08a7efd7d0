package dev.millrace.worker;

import static dev.millrace.client.TestTasks.task;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.FakeChannel;
import dev.millrace.client.RetryPolicy;
import dev.millrace.client.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;

/** One runner on a loop, a server and threads that are all turned by hand. */
final class RunnerHarness {

  final FakeChannel server = new FakeChannel();

  /** Tasks that the executor has and that have not run yet. */
  final Deque<Runnable> work = new ArrayDeque<>();

  final V2Switch v2;
  final HostLink link;
  final TaskRunner runner;

  private TaskHandler handler = (_, _) -> WorkResult.completed();

  RunnerHarness(int threadCount) {
    this(WorkerSettings.defaults().withThreadCount(threadCount), true);
  }

  RunnerHarness(WorkerSettings settings, boolean useV2) {
    v2 = new V2Switch(useV2, Map.of());
    HostSettings host =
        HostSettings.defaults()
            .withWorkerId("me")
            .withUpdateRetry(
                new RetryPolicy(
                    Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(30)))
            .withExecutor(work::add);
    link = new HostLink(server, host, v2, new SplittableRandom(3));
    runner =
        new TaskRunner(
            link, new WorkerSpec("t", settings, (task, context) -> handler.handle(task, context)));
  }

  @CanIgnoreReturnValue
  RunnerHarness start() {
    runner.start();
    server.loop.turn();
    return this;
  }

  void handler(TaskHandler newHandler) {
    handler = newHandler;
  }

  /** Answers the poll that is under way. */
  void poll(String... ids) {
    Task[] tasks = new Task[ids.length];
    for (int i = 0; i < ids.length; i++) {
      tasks[i] = task(ids[i]);
    }
    server.polls.getFirst().answer(tasks);
  }

  /** Runs the oldest task that the executor has. */
  void work() {
    work.removeFirst().run();
    server.loop.turn();
  }

  WorkerMetrics metrics() {
    return WorkerMetrics.of(runner.spec(), v2.isOn(), runner.tally());
  }
}
