package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.BlockReason;
import dev.millrace.task.GroupHandle;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class PipelineRunnerTest extends SchedulerSuite {
  private final StagedOps ops = new StagedOps();
  private final Exception boom = new Exception("boom");

  @Test
  void runsTheStagesInOrder() throws Exception {
    var implicit = ops.new StagedSource("I", _ -> OpOutput.finished());
    var pipeline =
        LogicalPipeline.of(
                "staged",
                ops.new StagedSource("S", _ -> OpOutput.finished("batch")),
                List.of(new StagedOps.StagedPipe(implicit)),
                ops.new StagedSink())
            .then(source -> {
              ops.note("next of " + source.name());
              return LogicalPipeline.of("next", source, List.of(), ignoring());
            });
    assertThat(run(pipeline, PipelineOptions.ofDop(dop))).isEqualTo(Outcome.FINISHED);
    assertThat(ops.log())
        .containsExactly(
            "K backend started",
            "S backend started",
            "S frontend 1",
            "S frontend 2",
            "S opened",
            "K opened",
            "K closed",
            "S closed",
            "S backend asked",
            "I backend started",
            "I frontend 1",
            "I frontend 2",
            "I opened",
            "K opened",
            "K closed",
            "I closed",
            "I backend asked",
            "K backend asked",
            "K frontend 1",
            "K frontend 2",
            "K implicit source",
            "next of KI");
  }

  @Test
  void anErrorEndsEverythingAndStartsNothingMore() throws Exception {
    var pipeline =
        LogicalPipeline.<String>of(
            "failing",
            ops
            .new StagedSource(
                "S",
                _ -> {
                  throw boom;
                }),
            List.of(),
            ops.new StagedSink());
    assertFailedWith(boom, run(pipeline, PipelineOptions.ofDop(dop)));
    assertThat(ops.log()).endsWith("K opened", "K closed", "S closed");
  }

  @Test
  void aFailingBackendEndsAPipelineThatWaitsForEver() throws Exception {
    SourceOp<String> stuck =
        new SourceOp<>() {
          @Override
          public String name() {
            return "stuck";
          }

          @Override
          public Source<String> open(int dop) {
            return at -> OpOutput.blocked(at.newResumer(), BlockReason.IO);
          }

          @Override
          public Optional<TaskGroup> backend(int dop) {
            return Optional.of(
                TaskGroup.of(
                    Task.of(
                        "failing",
                        (_, _) -> {
                          throw boom;
                        }),
                    1));
          }
        };
    var pipeline = LogicalPipeline.of("backend", stuck, List.of(), ops.new StagedSink());
    assertFailedWith(boom, run(pipeline, PipelineOptions.ofDop(dop)));
    assertThat(ops.log()).doesNotContain("K frontend 1");
  }

  @Test
  void cancelEndsWhatWaitsAndClosesIt() throws Exception {
    var started = new CompletableFuture<Outcome>();
    var source =
        ops
        .new StagedSource(
            "S",
            at -> {
              started.complete(Outcome.FINISHED);
              return OpOutput.blocked(at.newResumer(), BlockReason.IO);
            });
    var run =
        new PipelineRunner(fixture.scheduler())
            .run(
                LogicalPipeline.of("stuck", source, List.of(), ops.new StagedSink()),
                PipelineOptions.ofDop(dop));
    assertThat(fixture.await(started)).isEqualTo(Outcome.FINISHED);
    run.cancel(boom);
    assertThat(fixture.await(run.done())).isEqualTo(new Outcome.Cancelled(boom));
    assertThat(ops.log()).endsWith("K closed", "S closed");
    run.cancel(null);
    assertThat(run.done()).isCompletedWithValue(new Outcome.Cancelled(boom));
  }

  @Test
  void anOperatorThatCannotBeOpenedClosesThoseBeforeIt() throws Exception {
    PipeOp<String> broken =
        new PipeOp<>() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public Pipe<String> open(int dop) {
            throw new IllegalStateException("cannot open");
          }
        };
    var pipeline =
        LogicalPipeline.of(
            "broken",
            ops.new StagedSource("S", _ -> OpOutput.finished()),
            List.of(broken),
            ops.new StagedSink());
    assertThat(run(pipeline, PipelineOptions.ofDop(dop)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error()).hasMessage("cannot open"));
    assertThat(ops.log()).endsWith("S opened", "S closed");
  }

  @Test
  void aFailingCloseFailsTheRun() throws Exception {
    Source<String> unclosable =
        new Source<>() {
          @Override
          public OpOutput<String> next(OpContext context) {
            return OpOutput.finished();
          }

          @Override
          public void close() throws Exception {
            throw boom;
          }
        };
    var pipeline =
        LogicalPipeline.of("close", SourceOp.of("S", unclosable), List.of(), ops.new StagedSink());
    assertFailedWith(boom, run(pipeline, PipelineOptions.ofDop(dop)));
    assertThat(ops.log()).contains("K closed").doesNotContain("K frontend 1");
  }

  @Test
  void anEarlyEndCancelsASourceBackendThatCannotBeAsked() throws Exception {
    SourceOp<String> fed =
        new SourceOp<>() {
          @Override
          public String name() {
            return "fed";
          }

          @Override
          public Source<String> open(int dop) {
            return _ -> OpOutput.hasMore("batch");
          }

          @Override
          public Optional<TaskGroup> backend(int dop) {
            return Optional.of(
                TaskGroup.of(
                    Task.of(
                        "feeding",
                        (context, _) ->
                            TaskStatus.blocked(
                                context.single(context.newResumer()), BlockReason.DOWNSTREAM)),
                    1));
          }
        };
    SinkOp<String> enough = SinkOp.of("enough", (_, _) -> OpOutput.finished());
    assertThat(run(LogicalPipeline.of("early", fed, List.of(), enough), PipelineOptions.ofDop(dop)))
        .isEqualTo(Outcome.FINISHED);
  }

  @Test
  void aNextPipelineNeedsAnImplicitSource() throws Exception {
    var pipeline =
        LogicalPipeline.of(
                "chain", SourceOp.of("S", _ -> OpOutput.finished()), List.of(), ignoring())
            .then(source -> LogicalPipeline.of("never", source, List.of(), ignoring()));
    assertThat(run(pipeline, PipelineOptions.ofDop(dop)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.error())
                    .hasMessage("sink 'K' of chain has no implicit source for the next pipeline"));
  }

  @Test
  void aPipelineWithoutChannelsStillEndsItsSink() throws Exception {
    var pipeline = LogicalPipeline.<String>of("empty", List.of(), ops.new StagedSink());
    assertThat(run(pipeline, PipelineOptions.ofDop(dop))).isEqualTo(Outcome.FINISHED);
    assertThat(ops.log())
        .containsExactly("K backend started", "K backend asked", "K frontend 1", "K frontend 2");
  }

  @Test
  void aLongChainDoesNotNest() throws Exception {
    var links = new AtomicInteger();
    assertThat(run(chain(links, 3000), PipelineOptions.ofDop(dop))).isEqualTo(Outcome.FINISHED);
    assertThat(links).hasValue(3000);
  }

  @Test
  void aSchedulerThatRejectsFailsTheRun() throws Exception {
    var rejected = new RejectedExecutionException("full");
    Scheduler full =
        new Scheduler() {
          @Override
          public GroupHandle schedule(TaskGroup group, ScheduleOptions options) {
            throw rejected;
          }

          @Override
          public TaskHandle submit(Task task) {
            throw rejected;
          }

          @Override
          public long nanoTime() {
            return 0;
          }
        };
    var source = SourceOp.<String>of("S", _ -> OpOutput.finished());
    var run =
        new PipelineRunner(full)
            .run(
                LogicalPipeline.of("full", source, List.of(), ignoring()),
                PipelineOptions.ofDop(dop));
    assertThat(run.done()).isCompletedWithValue(new Outcome.Failed(rejected));
  }

  private static LogicalPipeline<String> chain(AtomicInteger links, int left) {
    links.incrementAndGet();
    SinkOp<String> sink =
        new SinkOp<>() {
          @Override
          public String name() {
            return "link";
          }

          @Override
          public Sink<String> open(int dop) {
            return (_, _) -> OpOutput.needsMore();
          }

          @Override
          public Optional<SourceOp<String>> implicitSource() {
            return Optional.of(SourceOp.of("S", _ -> OpOutput.finished()));
          }
        };
    var pipeline = LogicalPipeline.<String>of("chain", List.of(), sink);
    return left == 1 ? pipeline : pipeline.then(_ -> chain(links, left - 1));
  }

  private static SinkOp<String> ignoring() {
    return SinkOp.of("K", (_, _) -> OpOutput.needsMore());
  }

  private static void assertFailedWith(Throwable expected, Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failed.class, failed -> assertThat(failed.error()).isSameAs(expected));
  }
}
