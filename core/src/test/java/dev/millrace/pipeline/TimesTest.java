package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.task.BlockReason;
import dev.millrace.task.DeadlineExceededException;
import dev.millrace.task.Outcome;
import dev.millrace.task.Resumer;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What time does to a run: its deadline and what is counted, to the nanosecond of a simulation. */
class TimesTest {
  private static final Duration TIMEOUT = Duration.ofMillis(100);

  private final DeterministicScheduler scheduler = DeterministicScheduler.create(1);
  private final PipelineRunner runner = new PipelineRunner(scheduler);
  private final List<String> opened = new ArrayList<>();

  @AfterEach
  void closeScheduler() {
    scheduler.close();
  }

  @Test
  void theTimeoutBoundsAllStagesTogether() {
    List<Long> deadlines = new ArrayList<>();
    Source<String> sixtyMillis = sleeping(Duration.ofMillis(60), deadlines);
    PipelineRun run =
        start(
            twoStages(sixtyMillis, sixtyMillis, Duration.ZERO),
            ScheduleOptions.DEFAULT.withTimeout(TIMEOUT));

    assertCancelledFor(run, "the pipeline run was not done after PT0.1S: group second[0] was not");
    assertThat(scheduler.nanoTime()).isEqualTo(TIMEOUT.toNanos());
    assertThat(deadlines).isNotEmpty().allMatch(deadline -> deadline == TIMEOUT.toNanos());
  }

  @Test
  void aRunThatIsDoneInTimeIsLeftAlone() {
    Source<String> fortyMillis = sleeping(Duration.ofMillis(40), new ArrayList<>());
    PipelineRun run =
        start(
            twoStages(fortyMillis, fortyMillis, Duration.ZERO),
            ScheduleOptions.DEFAULT.withTimeout(TIMEOUT));

    scheduler.runUntilIdle();

    assertThat(run.done()).isCompletedWithValue(Outcome.FINISHED);
  }

  @Test
  void noStageBeginsAfterTheDeadline() {
    PipelineRun run =
        start(
            twoStages(_ -> OpOutput.finished(), _ -> OpOutput.finished(), TIMEOUT),
            ScheduleOptions.DEFAULT.withTimeout(TIMEOUT));

    assertCancelledFor(run, "the pipeline run was not done after PT0.1S: between two stages");
    assertThat(opened).containsExactly("first");
  }

  @Test
  void groupsThatAreLateTogetherAreOneReason() {
    Task waits =
        Task.of(
            "waits",
            (context, _) ->
                TaskStatus.blocked(context.single(context.newResumer()), BlockReason.IO));
    SourceOp<String> source =
        new SourceOp<>() {
          @Override
          public String name() {
            return "S";
          }

          @Override
          public Source<String> open(int dop) {
            return at -> OpOutput.blocked(at.newResumer(), BlockReason.IO);
          }

          @Override
          public Optional<TaskGroup> backend(int dop) {
            return Optional.of(TaskGroup.of(waits, 1));
          }
        };
    PipelineRun run =
        start(
            LogicalPipeline.of("one", source, List.of(), sink(source)),
            ScheduleOptions.DEFAULT.withTimeout(TIMEOUT));

    assertCancelledFor(run, "the pipeline run was not done after PT0.1S: group ");
    assertThat(run.done().join())
        .isInstanceOfSatisfying(
            Outcome.Cancelled.class, end -> assertThat(end.cause()).hasNoSuppressedExceptions());
  }

  @Test
  void callsAndWaitsOfAnOperatorAreTimed() {
    Queue<OpOutput<String>> answers = new ArrayDeque<>();
    Source<String> source =
        at -> {
          scheduler.advance(Duration.ofNanos(5));
          if (answers.isEmpty()) {
            answers.add(OpOutput.blocked(timer(at, 30), BlockReason.IO));
            answers.add(OpOutput.blocked(timer(at, 200), BlockReason.MEMORY));
            answers.add(OpOutput.finished("batch"));
          }
          return answers.remove();
        };
    PipelineRun run = start(oneStage(source), ScheduleOptions.DEFAULT.withTimed(true));
    scheduler.runUntilIdle();

    OpCounters counted = run.counters().getFirst();
    assertThat(counted.runNanos()).isEqualTo(15);
    assertThat(counted.cpuNanos()).isEqualTo(15);
    assertThat(counted.blockedNanos()) // both timers were made by the first call
        .isEqualTo(Map.of(BlockReason.IO, 30L, BlockReason.MEMORY, 165L));
    assertThat(run.counters().getLast().blockedNanos()).isEmpty();
  }

  @Test
  void aWaitThatIsNotOverIsCountedUpToNowOrToTheEnd() {
    PipelineRun run =
        start(
            oneStage(at -> OpOutput.blocked(at.newResumer(), BlockReason.LOCK)),
            ScheduleOptions.DEFAULT.withTimed(true));
    scheduler.advance(Duration.ofNanos(70));
    assertThat(run.counters().getFirst().blockedNanos()).isEqualTo(Map.of(BlockReason.LOCK, 70L));

    run.cancel(null);
    scheduler.runUntilIdle();
    scheduler.advance(Duration.ofNanos(1000));
    assertThat(run.counters().getFirst().blockedNanos()).isEqualTo(Map.of(BlockReason.LOCK, 70L));
  }

  @Test
  void nothingIsTimedUnlessAskedFor() {
    PipelineRun run =
        start(sleepingStage(Duration.ofMillis(1)), ScheduleOptions.DEFAULT.withTimed(false));
    scheduler.runUntilIdle();

    OpCounters counted = run.counters().getFirst();
    assertThat(counted.blocks()).isEqualTo(1);
    assertThat(counted.blockedNanos()).isEmpty();
    assertThat(counted.runNanos()).isZero();
  }

  private void assertCancelledFor(PipelineRun run, String message) {
    scheduler.runUntilIdle();
    assertThat(run.done().join())
        .isInstanceOfSatisfying(
            Outcome.Cancelled.class,
            end ->
                assertThat(end.cause())
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageStartingWith(message));
  }

  private PipelineRun start(LogicalPipeline<String> pipeline, ScheduleOptions schedule) {
    return runner.run(pipeline, PipelineOptions.<String>ofDop(1).withSchedule(schedule));
  }

  private LogicalPipeline<String> sleepingStage(Duration time) {
    return oneStage(sleeping(time, new ArrayList<>()));
  }

  /** Waits that long and finishes; notes the deadline of its group. */
  private static Source<String> sleeping(Duration time, List<Long> deadlines) {
    boolean[] asleep = new boolean[1];
    return at -> {
      deadlines.add(at.task().deadlineNanos());
      asleep[0] = !asleep[0];
      return asleep[0]
          ? OpOutput.blocked(timer(at, time.toNanos()), BlockReason.TIMER)
          : OpOutput.finished();
    };
  }

  private static Resumer timer(OpContext at, long nanos) {
    return at.task().newTimer(Duration.ofNanos(nanos));
  }

  private LogicalPipeline<String> oneStage(Source<String> source) {
    return LogicalPipeline.of("one", named("S", source), List.of(), sink(named("none", source)));
  }

  private LogicalPipeline<String> twoStages(
      Source<String> first, Source<String> second, Duration between) {
    return LogicalPipeline.of(
            "first", named("first", first), List.of(), sink(named("second", second)))
        .then(next -> {
          scheduler.advance(between);
          return LogicalPipeline.of("second", next, List.of(), sink(named("none", second)));
        });
  }

  private SourceOp<String> named(String name, Source<String> source) {
    return new SourceOp<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Source<String> open(int dop) {
        opened.add(name);
        return source;
      }
    };
  }

  private static SinkOp<String> sink(SourceOp<String> next) {
    return new SinkOp<>() {
      @Override
      public String name() {
        return "K";
      }

      @Override
      public Sink<String> open(int dop) {
        return (_, _) -> OpOutput.needsMore();
      }

      @Override
      public Optional<SourceOp<String>> implicitSource() {
        return Optional.of(next);
      }
    };
  }
}
