package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Groups that are ended from several sides at once: by their tasks, by errors, by cancel, by a
 * deadline, by requestFinish. Whatever wins, the books must balance.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(SchedulerFixture.Kind.class)
class GroupEndRaceTest extends OnEveryScheduler {

  private static final int ROUNDS = 1_000;
  private static final int COUNT = 20;

  private final Outside outside = outside();

  GroupEndRaceTest(SchedulerFixture.Kind kind) {
    super(kind);
  }

  @Test
  void whateverEndsAGroupEndsItOnce() throws Exception {
    int[] ends = new int[3];
    for (int round = 0; round < ROUNDS; round++) {
      ends[endOf(new Random(round), round % 2 == 0)]++;
    }
    assertThat(ends).as("finished, cancelled and failed groups").doesNotContain(0);
  }

  private int endOf(Random random, boolean observed) throws Exception {
    Balance balance = new Balance();
    AtomicInteger continued = new AtomicInteger();
    TaskGroup group =
        TaskGroup.of(task(random), COUNT)
            .withContinuation(_ -> continued.incrementAndGet())
            .withNotifyFinish(_ -> {});
    ScheduleOptions options =
        observed ? ScheduleOptions.DEFAULT.withObserver(balance) : ScheduleOptions.DEFAULT;
    if (random.nextInt(3) == 0) {
      options = options.withTimeout(Duration.ofNanos(random.nextInt(100_000)));
    }
    GroupHandle handle = scheduler.schedule(group, options);
    if (random.nextInt(3) == 0) {
      outside.soon(() -> handle.cancel(new IllegalStateException("cancelled")));
    }
    outside.soon(handle::requestFinish);

    Outcome outcome = handle.await();

    assertThat(continued).hasValue(outcome.equals(Outcome.FINISHED) ? 1 : 0);
    handle.cancel(null);
    assertThat(handle.await()).isSameAs(outcome);
    if (observed) {
      balance.check(outcome);
    }
    return switch (outcome) {
      case Outcome.Finished _ -> 0;
      case Outcome.Cancelled _ -> 1;
      case Outcome.Failed _ -> 2;
    };
  }

  /** Steps of every kind; in one round of three, one of them throws. */
  private Task task(Random random) {
    int failing = random.nextInt(3) == 0 ? random.nextInt(COUNT) : -1;
    int[] salt = random.ints(COUNT, 0, 5).toArray();
    int[] steps = new int[COUNT];
    return Task.of(
        "racing",
        (c, id) -> {
          if (steps[id] == 4) {
            if (id == failing) {
              throw new IllegalStateException("task " + id);
            }
            return TaskStatus.FINISHED;
          }
          Resumer resumer = c.newResumer();
          return switch ((salt[id] + steps[id]++) % 5) {
            case 0 -> TaskStatus.CONTINUE;
            case 1 -> TaskStatus.YIELD;
            case 2 -> {
              outside.soon(resumer::resume);
              yield TaskStatus.blocked(c.any(List.of(resumer, c.newResumer())), BlockReason.OTHER);
            }
            case 3 -> {
              fixture.later(resumer::resume);
              yield TaskStatus.blocked(c.single(resumer), BlockReason.OTHER);
            }
            default -> {
              fixture.later(c.signal(id)::raise);
              yield TaskStatus.BLOCKED_ON_SIGNAL;
            }
          };
        });
  }

  /** Everything that begins ends, once; nothing happens after the end. */
  private static final class Balance implements TaskObserver {
    private final AtomicIntegerArray inside = new AtomicIntegerArray(COUNT);
    private final AtomicIntegerArray blocked = new AtomicIntegerArray(COUNT);
    private final AtomicIntegerArray yielded = new AtomicIntegerArray(COUNT);
    private final AtomicInteger allEnded = new AtomicInteger();
    private final AtomicInteger groupEnds = new AtomicInteger();
    private final AtomicInteger continuations = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private volatile List<Outcome> outcomes = List.of();

    void check(Outcome outcome) {
      assertThat(faults).hasValue(0);
      for (int id = 0; id < COUNT; id++) {
        assertThat(inside.get(id)).isZero();
        assertThat(blocked.get(id)).isZero();
        assertThat(yielded.get(id)).isZero();
      }
      assertThat(allEnded).hasValue(1);
      assertThat(groupEnds).hasValue(1);
      assertThat(outcomes).hasSize(COUNT);
      assertThat(continuations).hasValue(outcome.equals(Outcome.FINISHED) ? 2 : 0);
      if (outcome instanceof Outcome.Failed) {
        assertThat(outcomes).hasAtLeastOneElementOfType(Outcome.Failed.class);
      }
    }

    private void expect(int is, int should) {
      if (is != should || allEnded.get() != 0) {
        faults.incrementAndGet();
      }
    }

    @Override
    public void taskBegin(TaskContext context, Task task, int taskId, Lane lane) {
      expect(inside.getAndIncrement(taskId), 0);
      expect(blocked.get(taskId), 0);
    }

    @Override
    public void taskEnd(
        TaskContext context,
        Task task,
        int taskId,
        @Nullable TaskStatus status,
        @Nullable Throwable error) {
      expect(inside.getAndDecrement(taskId), 1);
    }

    @Override
    public void taskBlocked(TaskContext c, Task task, int taskId, TaskStatus.Blocked status) {
      expect(blocked.getAndIncrement(taskId), 0);
    }

    @Override
    public void taskResumed(TaskContext context, Task task, int taskId) {
      expect(blocked.getAndDecrement(taskId), 1);
    }

    @Override
    public void taskYield(TaskContext context, Task task, int taskId) {
      expect(yielded.getAndIncrement(taskId), 0);
    }

    @Override
    public void taskYieldBack(TaskContext context, Task task, int taskId) {
      expect(yielded.getAndDecrement(taskId), 1);
    }

    @Override
    public void allTasksEnded(TaskContext context, List<Outcome> all) {
      allEnded.incrementAndGet();
      outcomes = all;
    }

    @Override
    public void continuationBegin(TaskContext context) {
      continuations.incrementAndGet();
    }

    @Override
    public void continuationEnd(TaskContext context, @Nullable Throwable error) {
      continuations.incrementAndGet();
    }

    @Override
    public void groupEnd(TaskContext context, Outcome outcome) {
      groupEnds.incrementAndGet();
    }
  }
}
