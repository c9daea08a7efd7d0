package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Outcome;
import dev.millrace.task.SchedulerFixture;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Errors of a run that has been ended by something else are not lost. */
class LateErrorTest {
  private final SchedulerFixture fixture = SchedulerFixture.Kind.WORKERS_4.open();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Exception boom = new Exception("boom");

  @AfterEach
  void closeScheduler() {
    fixture.close();
  }

  @Test
  void anErrorSaysMoreThanABackendThatAnsweredCancelled() throws Exception {
    Source<String> failing =
        at -> {
          awaitCancelled(at.task());
          throw boom;
        };
    assertThat(fixture.await(start(failing, true).done())).isEqualTo(new Outcome.Failed(boom));
  }

  @Test
  void soDoesAnErrorOfAClose() throws Exception {
    Source<String> unclosable =
        new Source<>() {
          @Override
          public OpOutput<String> next(OpContext context) {
            begun.complete(null);
            return OpOutput.blocked(context.newResumer(), BlockReason.IO);
          }

          @Override
          public void close() throws Exception {
            throw boom;
          }
        };
    assertThat(fixture.await(start(unclosable, true).done())).isEqualTo(new Outcome.Failed(boom));
  }

  @Test
  void theCauseOfTheCancellationIsNoErrorOfItsOwn() throws Exception {
    Source<String> rethrowing =
        at -> {
          awaitCancelled(at.task());
          throw (Exception) at.task().cancelToken().cause();
        };
    assertThat(fixture.await(start(rethrowing, true).done()))
        .isEqualTo(new Outcome.Cancelled(null));
  }

  @Test
  void anErrorAfterACancelIsShownWithItsCause() throws Exception {
    var why = new Exception("why");
    Source<String> failing =
        at -> {
          awaitCancelled(at.task());
          throw boom;
        };
    PipelineRun run = start(failing, false);
    begun.join();
    run.cancel(why);
    assertThat(fixture.await(run.done())).isEqualTo(new Outcome.Cancelled(why));
    assertThat(why).hasSuppressedException(boom);
  }

  /** The only thing a step can wait for without being resumed; another worker does it. */
  private void awaitCancelled(TaskContext context) {
    begun.complete(null);
    while (!context.cancelToken().isCancelled()) {
      Thread.onSpinWait();
    }
  }

  /** {@code cancelling}: with a backend that answers Cancelled once the source has been called. */
  private PipelineRun start(Source<String> source, boolean cancelling) {
    SourceOp<String> op =
        new SourceOp<>() {
          @Override
          public String name() {
            return "S";
          }

          @Override
          public Source<String> open(int dop) {
            return source;
          }

          @Override
          public Optional<TaskGroup> backend(int dop) {
            return cancelling ? Optional.of(cancelledOnceBegun()) : Optional.empty();
          }
        };
    SinkOp<String> sink = SinkOp.of("K", (_, _) -> OpOutput.needsMore());
    return new PipelineRunner(fixture.scheduler())
        .run(LogicalPipeline.of("late", op, List.of(), sink), PipelineOptions.ofDop(1));
  }

  private TaskGroup cancelledOnceBegun() {
    return TaskGroup.of(
        Task.of("backend", (_, _) -> begun.isDone() ? TaskStatus.CANCELLED : TaskStatus.CONTINUE),
        1);
  }
}
