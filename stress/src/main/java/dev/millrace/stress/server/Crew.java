package dev.millrace.stress.server;

import dev.millrace.client.MillraceClient;
import dev.millrace.client.RetryPolicy;
import dev.millrace.client.Task;
import dev.millrace.worker.WorkerHost;
import dev.millrace.worker.Workers;
import java.time.Duration;
import java.util.function.Consumer;

/** The workers of the soak. */
final class Crew {

  /** At once, of each type. */
  private static final int THREADS = 8;

  /** As many tasks as one host may have at a time: what runs, and as many that wait. */
  static final int MOST_HELD = 2 * THREADS * SumFlow.TYPES.size();

  private Crew() {}

  /**
   * @param begun is told of each task before it is worked on
   */
  static WorkerHost hire(MillraceClient client, String name, Consumer<Task> begun) {
    // A server is away for seconds; it shall not take much longer to be noticed that it is back.
    var retry =
        RetryPolicy.defaults()
            .withMaxDelay(Duration.ofMillis(500))
            .withWindow(Duration.ofMinutes(5));
    var workers =
        Workers.connect(client)
            .settings(settings -> settings.withWorkerId(name).withUpdateRetry(retry))
            .defaults(settings -> settings.withThreadCount(THREADS));
    for (var type : SumFlow.TYPES) {
      workers.worker(
          type,
          task -> {
            begun.accept(task);
            return SumFlow.work(task);
          });
    }
    return workers.start();
  }
}
