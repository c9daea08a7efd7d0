package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * S09, S10, S13, S16, and the two faults that public schedulers of this model have. Enough rounds
 * to find what is wrong.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(SchedulerFixture.Kind.class)
class SchedulerStressTest extends OnEveryScheduler {

  private static final int ITEMS = 10_000_000;

  SchedulerStressTest(SchedulerFixture.Kind kind) {
    super(kind);
  }

  @Test
  void S09_theContinuationRunsOnceAndAfterAll() throws Exception {
    int count = 2_000;
    Outside outside = outside();
    for (int round = 0; round < 1_000; round++) {
      AtomicInteger ended = new AtomicInteger();
      AtomicInteger continued = new AtomicInteger();
      AtomicInteger seen = new AtomicInteger();
      boolean[] blocked = new boolean[count];
      Task task =
          Task.of(
              "blocks once",
              (c, id) -> {
                if (blocked[id]) {
                  ended.incrementAndGet();
                  return TaskStatus.FINISHED;
                }
                blocked[id] = true;
                Resumer resumer = c.newResumer();
                outside.soon(resumer::resume);
                return TaskStatus.blocked(c.single(resumer), BlockReason.IO);
              });
      TaskGroup group =
          TaskGroup.of(task, count)
              .withContinuation(_ -> {
                continued.incrementAndGet();
                seen.set(ended.get());
              });

      assertThat(run(group)).isEqualTo(Outcome.FINISHED);
      assertThat(continued).hasValue(1);
      assertThat(seen).hasValue(count);
    }
  }

  /**
   * The first fault: completion counted by looking at a task after it was handed over. A task that
   * blocks, is resumed at once elsewhere and finishes there is then counted twice, and the
   * continuation runs while one task still waits. The other half of S09: one is resumed last.
   */
  @Test
  void schedulerBug1_theContinuationDoesNotRunOneTaskEarly() throws Exception {
    int count = 2_000;
    Outside outside = outside();
    for (int round = 0; round < 1_000; round++) {
      AtomicInteger ended = new AtomicInteger();
      AtomicInteger continued = new AtomicInteger();
      CompletableFuture<Void> allButLast = new CompletableFuture<>();
      CompletableFuture<Resumer> last = new CompletableFuture<>();
      boolean[] blocked = new boolean[count];
      Task task =
          Task.of(
              "blocks once",
              (c, id) -> {
                if (blocked[id]) {
                  if (ended.incrementAndGet() == count - 1) {
                    allButLast.complete(null);
                  }
                  return TaskStatus.FINISHED;
                }
                blocked[id] = true;
                Resumer resumer = c.newResumer();
                if (id == count / 2) {
                  last.complete(resumer);
                } else {
                  outside.soon(resumer::resume);
                }
                return TaskStatus.blocked(c.single(resumer), BlockReason.IO);
              });
      GroupHandle handle =
          scheduler.schedule(
              TaskGroup.of(task, count).withContinuation(_ -> continued.incrementAndGet()));

      fixture.await(allButLast);
      assertThat(continued).hasValue(0);
      assertThat(handle.done()).isNotDone();
      fixture.await(last).resume();
      assertThat(handle.await()).isEqualTo(Outcome.FINISHED);
      assertThat(continued).hasValue(1);
    }
  }

  /**
   * The second fault: a resume that comes before or while the scheduler suspends the task is lost.
   * Here it comes from inside the step, from another thread at any moment, or long before.
   */
  @Test
  void schedulerBug2_aResumeBeforeOrDuringTheSuspensionIsNotLost() throws Exception {
    int count = 64;
    int rounds = 200;
    Outside outside = outside();
    int[] round = new int[count];
    Task task =
        Task.of(
            "suspending",
            (c, id) -> {
              if (round[id] == rounds) {
                return TaskStatus.FINISHED;
              }
              Resumer resumer = c.newResumer();
              switch ((round[id]++ + id) % 3) {
                case 0 -> resumer.resume();
                case 1 -> outside.soon(resumer::resume);
                default -> fixture.later(resumer::resume);
              }
              return TaskStatus.blocked(
                  id % 2 == 0 ? c.single(resumer) : c.any(List.of(resumer)), BlockReason.IO);
            });

    assertThat(run(TaskGroup.of(task, count))).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S10_pingPongBySignalsLosesNoWakeUp() throws Exception {
    Queue<Integer> there = new ConcurrentLinkedQueue<>();
    Queue<Integer> back = new ConcurrentLinkedQueue<>();
    there.add(0);
    Task player =
        Task.of(
            "player",
            (c, id) -> {
              Integer ball = (id == 0 ? there : back).poll();
              if (ball == null) {
                return TaskStatus.BLOCKED_ON_SIGNAL;
              }
              (id == 0 ? back : there).add(ball + 1);
              c.signal(1 - id).raise();
              return ball >= ITEMS ? TaskStatus.FINISHED : TaskStatus.CONTINUE;
            });

    assertThat(run(TaskGroup.of(player, 2))).isEqualTo(Outcome.FINISHED);
  }

  @Test
  void S10_pingPongByResumersLosesNoWakeUp() throws Exception {
    Pipe there = new Pipe();
    Pipe back = new Pipe();
    there.send(0);
    Task player =
        Task.of(
            "player",
            (c, id) -> {
              Pipe in = id == 0 ? there : back;
              Integer ball = in.balls.poll();
              if (ball == null) {
                Resumer resumer = c.newResumer();
                in.waiting.set(resumer);
                if (in.balls.isEmpty()) {
                  return TaskStatus.blocked(c.single(resumer), BlockReason.OTHER);
                }
                return TaskStatus.CONTINUE;
              }
              (id == 0 ? back : there).send(ball + 1);
              return ball >= ITEMS ? TaskStatus.FINISHED : TaskStatus.CONTINUE;
            });

    assertThat(run(TaskGroup.of(player, 2))).isEqualTo(Outcome.FINISHED);
  }

  private static final class Pipe {
    final Queue<Integer> balls = new ConcurrentLinkedQueue<>();
    final AtomicReference<Resumer> waiting = new AtomicReference<>();

    void send(Integer ball) {
      balls.add(ball);
      Resumer receiver = waiting.getAndSet(null);
      if (receiver != null) {
        receiver.resume();
      }
    }
  }

  /** Plain fields only: what step k wrote, step k+1 sees, wherever it runs. */
  @Test
  void S13_stepsOfOneInstanceNeverOverlapAndSeeEachOther() throws Exception {
    int count = 64;
    int rounds = 500;
    Outside outside = outside();
    AtomicIntegerArray inside = new AtomicIntegerArray(count);
    int[] plain = new int[count];
    Task task =
        Task.of(
            "plain",
            (c, id) -> {
              assertThat(inside.incrementAndGet(id)).isEqualTo(1);
              try {
                int step = plain[id]++;
                if (step == rounds) {
                  return TaskStatus.FINISHED;
                }
                Resumer resumer = c.newResumer();
                switch ((step + id) % 4) {
                  case 0 -> {
                    return TaskStatus.CONTINUE;
                  }
                  case 1 -> {
                    return TaskStatus.YIELD;
                  }
                  case 2 -> outside.soon(resumer::resume);
                  default -> {
                    c.signal((id + 1) % count).raise(); // a wake that means nothing
                    resumer.resume();
                  }
                }
                return TaskStatus.blocked(c.single(resumer), BlockReason.OTHER);
              } finally {
                inside.setPlain(id, 0); // plain, or it would itself publish what the step wrote
              }
            });

    assertThat(run(TaskGroup.of(task, count))).isEqualTo(Outcome.FINISHED);
    assertThat(plain).containsOnly(rounds + 1);
  }

  @Test
  void S16_tasksThatOnlyContinueDoNotStarveOthers() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    GroupHandle greedy =
        scheduler.schedule(
            TaskGroup.of(
                Task.of("greedy", (_, _) -> stop.get() ? TaskStatus.FINISHED : TaskStatus.CONTINUE),
                8));
    int[] turns = new int[3];
    Task modest =
        Task.of(
            "modest",
            (c, id) -> {
              if (turns[id]++ == 50) {
                return TaskStatus.FINISHED;
              }
              Resumer resumer = c.newResumer();
              fixture.later(resumer::resume);
              return id == 0
                  ? TaskStatus.YIELD
                  : TaskStatus.blocked(c.single(resumer), BlockReason.OTHER);
            });

    assertThat(run(TaskGroup.of(modest, 3))).isEqualTo(Outcome.FINISHED);
    assertThat(greedy.done()).isNotDone();
    stop.set(true);
    assertThat(greedy.await()).isEqualTo(Outcome.FINISHED);
  }
}
