import com.netflix.conductor.client.automator.TaskRunnerConfigurer;
import com.netflix.conductor.client.http.ConductorClient;
import com.netflix.conductor.client.http.TaskClient;
import com.netflix.conductor.client.worker.Worker;
import com.netflix.conductor.common.metadata.tasks.Task;
import com.netflix.conductor.common.metadata.tasks.TaskResult;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The official client's worker, as `millrace bench server` starts it: `java -cp 'target/lib/*'
 * SdkWorker.java URL TYPE...`. For each line with a number that it reads, it does so many tasks, 30
 * at a time of each type, and says how many nanoseconds that took.
 */
public final class SdkWorker {

  private static final int THREADS = 30;

  public static void main(String[] arguments) throws Exception {
    TaskClient client =
        new TaskClient(ConductorClient.builder().basePath(arguments[0] + "/api").build());
    List<String> types = List.of(arguments).subList(1, arguments.length);
    System.out.println("bench: 0");
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println("bench: " + drain(client, types, Integer.parseInt(line)));
    }
    System.exit(0); // its threads are no daemons
  }

  private static long drain(TaskClient client, List<String> types, int tasks) throws Exception {
    CountDownLatch left = new CountDownLatch(tasks);
    List<Worker> workers = new ArrayList<>();
    Map<String, Integer> threads = new HashMap<>();
    for (String type : types) {
      workers.add(Worker.create(type, task -> done(task, left)));
      threads.put(type, THREADS);
    }
    TaskRunnerConfigurer runner =
        new TaskRunnerConfigurer.Builder(client, workers)
            .withTaskThreadCount(threads)
            .withShutdownGracePeriodSeconds(5)
            .build();
    long start = System.nanoTime();
    runner.init();
    left.await();
    long nanos = System.nanoTime() - start;
    runner.shutdown();
    return nanos;
  }

  private static TaskResult done(Task task, CountDownLatch left) {
    TaskResult result = new TaskResult(task);
    result.setStatus(TaskResult.Status.COMPLETED);
    left.countDown();
    return result;
  }
}
