package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.ExecutorCounters;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.simulation.SimulationConfig;
import dev.millrace.simulation.SimulationCounters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A scheduler for one test, and how to let it run. What is tested on one scheduler is tested on
 * all: a suite takes a {@link Kind} as parameter.
 */
public interface SchedulerFixture extends AutoCloseable {

  /** Every implementation of {@link Scheduler}, with the settings that make a difference. */
  enum Kind {
    WORKERS_1 {
      @Override
      public SchedulerFixture open() {
        return new Real(1);
      }
    },
    WORKERS_4 {
      @Override
      public SchedulerFixture open() {
        return new Real(4);
      }
    },
    SEED_1 {
      @Override
      public SchedulerFixture open() {
        return new Simulated(1);
      }
    },
    SEED_2 {
      @Override
      public SchedulerFixture open() {
        return new Simulated(2);
      }
    },
    SEED_3 {
      @Override
      public SchedulerFixture open() {
        return new Simulated(3);
      }
    };

    public abstract SchedulerFixture open();
  }

  Scheduler scheduler();

  /** Waits for {@code done}, running the scheduler on this thread if it has none of its own. */
  <T> T await(CompletableFuture<T> done) throws Exception;

  /** Runs {@code action} some time later, from outside of the step that asks for it. */
  default void later(Runnable action) {
    var _ =
        scheduler()
            .submit(
                Task.of(
                    "later",
                    (_, _) -> {
                      action.run();
                      return TaskStatus.FINISHED;
                    }));
  }

  /** Cancels what still runs. */
  @Override
  void close();

  /** For {@code @MethodSource}: every scheduler with 1 and with 4 parallel instances. */
  static Stream<Object[]> matrix() {
    return Stream.of(Kind.values())
        .flatMap(kind -> IntStream.of(1, 4).mapToObj(dop -> new Object[] {kind, dop}));
  }

  /** The executor; its name shows in a thread dump. */
  final class Real implements SchedulerFixture {
    private final MillraceExecutor executor;

    Real(int workers) {
      executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(workers));
    }

    @Override
    public Scheduler scheduler() {
      return executor;
    }

    @Override
    public <T> T await(CompletableFuture<T> done) throws Exception {
      return done.get();
    }

    @Override
    public void close() {
      assertThat(executor.shutdownNow()).isEmpty();
      ExecutorCounters counters = executor.counters();
      assertThat(counters.live()).as("live after close: %s", counters).isZero();
    }
  }

  /** Other threads may resume; time passes while steps run, so that deadlines do too. */
  final class Simulated implements SchedulerFixture {
    private final DeterministicScheduler scheduler;

    Simulated(long seed) {
      scheduler =
          DeterministicScheduler.create(
              SimulationConfig.ofSeed(seed)
                  .withTurnTime(Duration.ofNanos(100))
                  .withOutsideWait(Duration.ofSeconds(60)));
    }

    @Override
    public Scheduler scheduler() {
      return scheduler;
    }

    @Override
    public <T> T await(CompletableFuture<T> done) throws Exception {
      return scheduler.await(done);
    }

    @Override
    public void close() {
      scheduler.close();
      SimulationCounters counters = scheduler.counters();
      assertThat(counters.live()).as("live after close: %s", counters).isZero();
    }
  }
}
