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
import java.util.concurrent.TimeUnit;

/**
 * The official client's worker, as `millrace bench server` starts it: `java -cp 'target/lib/*'
 * SdkWorker.java URL TYPE...`. For each line with a number that it reads, it does so many tasks, 30
 * at a time of each type, and says how many nanoseconds that took. In between its workers are
 * paused, not closed and made anew: with that, rounds hung now and then, waiting for tasks that did
 * not come.
 */
public final class SdkWorker {

  private static final int THREADS = 30;
  private static final int MOST_MINUTES = 5;

  /** With its own second it sleeps most of the time, whatever the server does. */
  private static final int POLLING_MILLIS = 5;

  /** After which no poll is under way any more. */
  private static final long SETTLED_MILLIS = 1_000;

  private static volatile boolean paused = true;
  private static volatile CountDownLatch left = new CountDownLatch(0);

  public static void main(String[] arguments) {
    try {
      run(arguments);
      System.exit(0); // the client's threads are no daemons
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws Exception {
    TaskClient client =
        new TaskClient(ConductorClient.builder().basePath(arguments[0] + "/api").build());
    List<Worker> workers = new ArrayList<>();
    Map<String, Integer> threads = new HashMap<>();
    for (String type : List.of(arguments).subList(1, arguments.length)) {
      workers.add(new Idle(type));
      threads.put(type, THREADS);
    }
    new TaskRunnerConfigurer.Builder(client, workers).withTaskThreadCount(threads).build().init();
    System.out.println("bench: 0");
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println("bench: " + drain(Integer.parseInt(line)));
    }
  }

  private static long drain(int tasks) throws InterruptedException {
    left = new CountDownLatch(tasks);
    long start = System.nanoTime();
    paused = false;
    boolean done = left.await(MOST_MINUTES, TimeUnit.MINUTES);
    long nanos = System.nanoTime() - start;
    paused = true;
    if (!done) {
      throw new IllegalStateException(left.getCount() + " of " + tasks + " tasks did not come");
    }
    Thread.sleep(SETTLED_MILLIS);
    return nanos;
  }

  private record Idle(String type) implements Worker {
    @Override
    public String getTaskDefName() {
      return type;
    }

    @Override
    public int getPollingInterval() {
      return POLLING_MILLIS;
    }

    @Override
    public boolean paused() {
      return paused;
    }

    @Override
    public TaskResult execute(Task task) {
      TaskResult result = new TaskResult(task);
      result.setStatus(TaskResult.Status.COMPLETED);
      left.countDown();
      return result;
    }
  }
}
