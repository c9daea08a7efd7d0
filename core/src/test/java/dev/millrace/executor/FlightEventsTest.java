package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class FlightEventsTest {
  private static final String NAME = "on-record";
  private static final int HOPS = 10_000;
  private static final int TURNS = 100;

  @TempDir Path folder;

  @Test
  void everySliceIsInOneRunEvent() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("dev.millrace.Run").withoutThreshold();
      recording.start();
      var executor =
          MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(1).withName(NAME));
      pingPong(executor);
      takeTurns(executor);
      var _ = executor.schedule(TaskGroup.of(Task.of("member", (_, _) -> TaskStatus.FINISHED), 70));
      IntStream.range(0, 70).forEach(_ -> executor.execute(() -> {}));
      executor.close();

      long slices = executor.counters().workers().stream().mapToLong(WorkerCounters::slices).sum();
      assertThat(slices).isGreaterThan(HOPS + TURNS);
      assertThat(
              eventsIn(recording, "dev.millrace.Run").stream()
                  .mapToLong(event -> event.getInt("slices"))
                  .sum())
          .isEqualTo(slices);
    }
  }

  /**
   * What waits in a worker's own lane can only be had by the other one if the worker itself waits
   * for it.
   */
  @Test
  void whatIsTakenFromAnothersPartitionIsInAStealEvent() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("dev.millrace.Steal");
      recording.start();
      var executor =
          MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(2).withName(NAME));
      AtomicInteger robbed = new AtomicInteger();
      CountDownLatch over = new CountDownLatch(1);
      executor.execute(() -> {
        robbed.set(((WorkerThread) Thread.currentThread()).worker.index);
        CountDownLatch taken = new CountDownLatch(1);
        executor.execute(taken::countDown);
        awaitOrFail(taken);
        over.countDown();
      });
      over.await();
      executor.close();

      List<RecordedEvent> steals = eventsIn(recording, "dev.millrace.Steal");
      assertThat(steals)
          .allSatisfy(event ->
              assertThat(event.getInt("worker")).isNotEqualTo(partition(event.getInt("word"))))
          .anySatisfy(event -> {
            assertThat(event.getInt("worker")).isEqualTo(1 - robbed.get());
            assertThat(event.getInt("word")).isEqualTo(robbed.get() * BitTree.FAN);
          });
      assertThat(steals)
          .hasSize(
              (int) executor.counters().workers().stream().mapToLong(WorkerCounters::steals).sum());
    }
  }

  /** Of two, whose positions these are. */
  private static int partition(int position) {
    return position / BitTree.FAN % 2;
  }

  private static void awaitOrFail(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Two tasks that wake each other: one is kept, and then they are a pair. */
  private static void pingPong(MillraceExecutor executor) throws InterruptedException {
    AtomicInteger hops = new AtomicInteger();
    TaskHandle[] sides = new TaskHandle[2];
    CountDownLatch seated = new CountDownLatch(2);
    for (int side = 0; side < 2; side++) {
      int other = 1 - side;
      sides[side] =
          executor.submit(
              Task.of(
                  "side",
                  (_, _) -> {
                    if (seated.getCount() > 0) {
                      seated.countDown();
                      return TaskStatus.BLOCKED_ON_SIGNAL;
                    }
                    boolean over = hops.incrementAndGet() > HOPS;
                    sides[other].raise();
                    return over ? TaskStatus.FINISHED : TaskStatus.BLOCKED_ON_SIGNAL;
                  }));
    }
    seated.await();
    sides[0].raise();
    for (TaskHandle side : sides) {
      var _ = side.await();
    }
  }

  private static void takeTurns(MillraceExecutor executor) throws InterruptedException {
    int[] turns = new int[3];
    Task yields =
        Task.of("yields", (_, id) -> turns[id]++ < TURNS ? TaskStatus.YIELD : TaskStatus.FINISHED);
    var _ = executor.schedule(TaskGroup.of(yields, turns.length)).await();
  }

  private List<RecordedEvent> eventsIn(Recording recording, String name) throws IOException {
    Path file = folder.resolve("run.jfr");
    recording.dump(file);
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    Files.delete(file);
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .filter(event -> event.getThread().getJavaName().startsWith(NAME))
        .toList();
  }
}
