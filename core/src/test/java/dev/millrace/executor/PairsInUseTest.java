package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskSignal;
import dev.millrace.task.TaskStatus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tasks that wake each other still do not depend on each other, nor does anybody on them. */
@Timeout(60)
final class PairsInUseTest {

  /** So many turns that the two are a pair. */
  private static final int MANY = 10_000;

  private static MillraceExecutor executor(int workers) {
    return MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(workers));
  }

  /** What a turn does, and then wakes the other one unless this is false. */
  private interface Turn {
    boolean take(int turn, TaskSignal other);
  }

  /** Two tasks that wake each other, a turn of one after a turn of the other. */
  private static final class Duo {
    private final Turn code;
    private final TaskHandle[] sides = new TaskHandle[2];
    private int turns; // plain: the wake hands it on
    private int next;
    private volatile boolean over;

    Duo(MillraceExecutor executor, Turn code) throws InterruptedException {
      this.code = code;
      CountDownLatch seated = new CountDownLatch(2);
      for (int side = 0; side < 2; side++) {
        int own = side;
        sides[side] = executor.submit(Task.of("side", (_, _) -> turn(own, seated)));
      }
      seated.await();
    }

    void begin() {
      sides[0].raise();
    }

    /** Both finish with their next turn. */
    void end() throws InterruptedException {
      over = true;
      for (TaskHandle side : sides) {
        side.raise();
        assertThat(side.await()).isEqualTo(Outcome.FINISHED);
      }
    }

    private TaskStatus turn(int side, CountDownLatch seated) {
      if (over) {
        return TaskStatus.FINISHED;
      }
      if (seated.getCount() > 0) {
        seated.countDown();
      } else if (next == side) {
        next = 1 - side;
        TaskSignal other = sides[1 - side];
        if (code.take(turns++, other)) {
          other.raise();
        }
      }
      return TaskStatus.BLOCKED_ON_SIGNAL;
    }
  }

  /** After many turns one holds its thread until the other has had its next. */
  private static final class Hang implements Turn {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch had = new CountDownLatch(1);
    private final boolean wakesBefore;

    Hang(boolean wakesBefore) {
      this.wakesBefore = wakesBefore;
    }

    @Override
    public boolean take(int turn, TaskSignal other) {
      if (turn == MANY) {
        if (wakesBefore) {
          other.raise();
        }
        begun.countDown();
        ExecutorLifecycleTest.awaitQuietly(had);
        done.countDown();
      } else if (turn > MANY) {
        had.countDown();
      }
      return turn < MANY;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTurnThatWaitsForTheOthersNextIsHelped(boolean othersAreBusy) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (MillraceExecutor executor = executor(2)) {
      TaskHandle busy =
          executor.submit(
              Task.of(
                  "busy",
                  (_, _) ->
                      othersAreBusy && !over.get() ? TaskStatus.CONTINUE : TaskStatus.FINISHED));
      for (int round = 0; round < 20; round++) {
        Hang hang = new Hang(true);
        Duo duo = new Duo(executor, hang);
        duo.begin();
        hang.done.await();
        duo.end();
      }
      over.set(true);
      assertThat(busy.await()).isEqualTo(Outcome.FINISHED);
    }
  }

  @Test
  void theOneThatRestsIsWokenFromOutsideThoughTheOtherHangs() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 20; round++) {
        Hang hang = new Hang(false);
        Duo duo = new Duo(executor, hang);
        duo.begin();
        hang.begun.await();
        for (TaskHandle side : duo.sides) {
          side.raise();
        }
        hang.done.await();
        duo.end();
      }
    }
  }

  /** Those that wait for a turn of theirs on the only worker, beside a pair that never stops. */
  @Test
  void aPairThatNeverStopsStarvesNobody() throws Exception {
    try (MillraceExecutor executor = executor(1)) {
      AtomicInteger turns = new AtomicInteger();
      CountDownLatch begun = new CountDownLatch(MANY);
      Duo duo =
          new Duo(
              executor,
              (turn, _) -> {
                turns.setPlain(turn);
                begun.countDown();
                return true;
              });
      duo.begin();
      begun.await();
      CountDownLatch ran = new CountDownLatch(1);
      executor.execute(ran::countDown);
      ran.await();
      AtomicInteger steps = new AtomicInteger();
      Task patient =
          Task.of(
              "patient",
              (_, _) ->
                  steps.incrementAndGet() < 10 * MANY
                      ? steps.get() % 2 == 0 ? TaskStatus.YIELD : TaskStatus.CONTINUE
                      : TaskStatus.FINISHED);
      assertThat(executor.submit(patient).await()).isEqualTo(Outcome.FINISHED);
      duo.end(); // woken from outside, both of them
    }
  }

  /** What was written before a wake from outside is seen, however many turns go by meanwhile. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aPairThatNeverStopsSeesWhatAWakerFromOutsideHasWritten(int workers) throws Exception {
    try (MillraceExecutor executor = executor(workers)) {
      for (int round = 0; round < 200; round++) {
        CountDownLatch begun = new CountDownLatch(MANY / 10);
        CountDownLatch seen = new CountDownLatch(1);
        boolean[] written = new boolean[1]; // plain: the wake hands it on
        Duo duo =
            new Duo(
                executor,
                (_, _) -> {
                  begun.countDown();
                  if (written[0]) {
                    seen.countDown();
                  }
                  return true;
                });
        duo.begin();
        begun.await();
        written[0] = true;
        duo.sides[round % 2].raise();
        seen.await();
        duo.end();
      }
    }
  }

  @Test
  void shutdownNowEndsAPairThatNeverStops() throws Exception {
    MillraceExecutor executor = executor(2);
    CountDownLatch begun = new CountDownLatch(MANY);
    Duo duo =
        new Duo(
            executor,
            (_, _) -> {
              begun.countDown();
              return true;
            });
    duo.begin();
    begun.await();
    assertThat(executor.shutdownNow()).isEmpty();
    for (TaskHandle side : duo.sides) {
      assertThat(side.await()).isInstanceOf(Outcome.Cancelled.class);
    }
    assertThat(executor.counters().live()).isZero();
    assertThat(executor.diagnostics()).contains("signalled or owned: 0");
  }

  /** A turn that wakes the other one, and a third task, and then yields, goes on or fails. */
  @Test
  void eachWakeOfAPairIsFollowedByARunWhateverElseATurnDoes() throws Exception {
    try (MillraceExecutor executor = executor(2)) {
      for (int round = 0; round < 50; round++) {
        AtomicInteger raisedAt = new AtomicInteger();
        CountDownLatch seen = new CountDownLatch(1);
        TaskHandle third =
            executor.submit(
                Task.of(
                    "third",
                    (_, _) -> {
                      if (raisedAt.get() == MANY - 100) {
                        seen.countDown();
                      }
                      return TaskStatus.BLOCKED_ON_SIGNAL;
                    }));
        CountDownLatch done = new CountDownLatch(1);
        TaskHandle[] sides = new TaskHandle[2];
        CountDownLatch seated = new CountDownLatch(2);
        int[] turns = new int[1];
        for (int side = 0; side < 2; side++) {
          int own = side;
          sides[side] =
              executor.submit(
                  Task.of(
                      "side",
                      (_, _) -> {
                        if (seated.getCount() > 0) {
                          seated.countDown();
                          return TaskStatus.BLOCKED_ON_SIGNAL;
                        }
                        if (turns[0] % 2 != own) {
                          return TaskStatus.BLOCKED_ON_SIGNAL; // woken for nothing
                        }
                        int turn = turns[0]++;
                        if (turn < MANY && turn % 100 == 0) {
                          raisedAt.set(turn);
                          third.raise();
                        }
                        sides[1 - own].raise();
                        if (turn == MANY) {
                          done.countDown();
                          return TaskStatus.FINISHED;
                        }
                        return switch (turn % 1000) {
                          case 500 -> TaskStatus.YIELD;
                          case 750 -> TaskStatus.CONTINUE;
                          default -> TaskStatus.BLOCKED_ON_SIGNAL;
                        };
                      }));
        }
        seated.await();
        sides[0].raise();
        done.await();
        seen.await();
        sides[1].cancel(null);
        third.cancel(null);
        assertThat(sides[0].await()).isEqualTo(Outcome.FINISHED);
        assertThat(sides[1].await()).isInstanceOf(Outcome.Cancelled.class);
        assertThat(third.await()).isInstanceOf(Outcome.Cancelled.class);
      }
      assertThat(executor.counters().live()).isZero();
    }
  }
}
