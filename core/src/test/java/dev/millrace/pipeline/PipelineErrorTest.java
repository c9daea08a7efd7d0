package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskObserver;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One error is reported, every lane stops within a step, the others end as cancelled. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class PipelineErrorTest extends ScriptSuite {

  @Test
  void E01_source() throws Exception {
    fails("S ERR");
  }

  @Test
  void E02_sourceAfterBlocked() throws Exception {
    fails("S BLK; !S; S ERR");
  }

  @Test
  void E03_sourceAfterOnePass() throws Exception {
    fails("S MORE; P EVEN; K NEED; S ERR");
  }

  @Test
  void E04_pipe() throws Exception {
    fails("S MORE; P ERR");
  }

  @Test
  void E05_pipeAfterEven() throws Exception {
    fails("S MORE; P EVEN; K NEED; S MORE; P ERR");
  }

  @Test
  void E06_pipeAfterNeedsMore() throws Exception {
    fails("S MORE; P NEED; S MORE; P ERR");
  }

  @Test
  void E07_pipeAfterHasMore() throws Exception {
    fails("S MORE; P MORE; K NEED; P ERR");
  }

  @Test
  void E08_pipeAfterYieldBack() throws Exception {
    fails("S MORE; P Y; P YB; P ERR");
  }

  @Test
  void E09_pipeAfterBlocked() throws Exception {
    fails("S MORE; P BLK; !P; P ERR");
  }

  @Test
  void E10_drain() throws Exception {
    fails("S FIN; P.d ERR");
  }

  @Test
  void E11_drainAfterHasMore() throws Exception {
    fails("S FIN; P.d MORE; K NEED; P.d ERR");
  }

  @Test
  void E12_drainAfterYieldBack() throws Exception {
    fails("S FIN; P.d Y; P.d YB; P.d ERR");
  }

  @Test
  void E13_drainAfterBlocked() throws Exception {
    fails("S FIN; P.d BLK; !P; P.d ERR");
  }

  @Test
  void E14_sink() throws Exception {
    fails("S MORE; P EVEN; K ERR");
  }

  @Test
  void E15_sinkAfterNeedsMore() throws Exception {
    fails("S MORE; P EVEN; K NEED; S MORE; P EVEN; K ERR");
  }

  @Test
  void E16_sinkAfterBlocked() throws Exception {
    fails("S MORE; P EVEN; K BLK; !K; K ERR");
  }

  @Test
  void E17_errorOnCall42OfAnEndlessSource() throws Exception {
    var calls = new AtomicInteger();
    var stopped = new CountDownLatch(1);
    SourceOp<String> endless =
        SourceOp.of(
            "endless",
            _ -> {
              int call = calls.incrementAndGet();
              if (call == 42) {
                throw new ScriptError("call 42");
              }
              if (call > 42) {
                // The other lanes may be faster than the throw: hold each at its one call.
                stopped.await();
              }
              return OpOutput.hasMore("batch");
            });
    var run =
        new PipelineRunner(fixture.scheduler())
            .run(
                LogicalPipeline.of(
                    "endless", endless, List.of(), SinkOp.of("K", (_, _) -> OpOutput.needsMore())),
                PipelineOptions.<String>ofDop(dop)
                    .withObserver(
                        new PipelineObserver() {
                          @Override
                          public void channelEnd(
                              OpContext context, OpOutput<?> output, Throwable error) {
                            if (error != null) {
                              stopped.countDown();
                            }
                          }
                        }));
    assertThat(fixture.await(run.done())).isInstanceOf(Outcome.Failed.class);
    assertThat(calls.get()).isBetween(42, 42 + dop);
  }

  @Test
  void E18_pipeStraightAfterYield() throws Exception {
    fails("S MORE; P Y; P ERR");
  }

  @Test
  void E19_drainStraightAfterYield() throws Exception {
    fails("S FIN; P.d Y; P.d ERR");
  }

  private void fails(String script) throws Exception {
    for (boolean late : new boolean[] {false, true}) {
      var pipeline =
          new ScriptedPipeline(
              script,
              dop,
              resumer -> {
                if (late) {
                  fixture.later(resumer::resume);
                } else {
                  resumer.resume();
                }
              },
              "S P K");
      fails(pipeline);
    }
  }

  private void fails(ScriptedPipeline pipeline) throws Exception {
    var watch = new ErrorWatch(dop);
    var ends = new AtomicReference<List<Outcome>>();
    var options =
        PipelineOptions.<String>ofDop(dop)
            .withObserver(watch)
            .withSchedule(
                ScheduleOptions.DEFAULT.withObserver(
                    new TaskObserver() {
                      @Override
                      public void allTasksEnded(TaskContext context, List<Outcome> outcomes) {
                        ends.set(outcomes);
                      }
                    }));
    var run = new PipelineRunner(fixture.scheduler()).run(pipeline.logical(), options);

    Outcome outcome = fixture.await(run.done());
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.error()).isInstanceOf(ScriptError.class);
              assertThat(failed.error().getSuppressed()).hasOnlyElementsOfType(ScriptError.class);
            });
    assertThat(pipeline.traces())
        .allSatisfy(
            trace -> assertThat(trace).isEqualTo(pipeline.whole().subList(0, trace.size())));
    assertThat(watch.runsAfterTheError()).allSatisfy(runs -> assertThat(runs).isBetween(0, 1));
    assertThat(ends.get())
        .hasSize(dop)
        .allSatisfy(end -> assertThat(end).isNotInstanceOf(Outcome.Finished.class))
        .filteredOn(end -> end instanceof Outcome.Failed)
        .isNotEmpty();
  }
}
