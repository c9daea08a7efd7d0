package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.simulation.DeterministicScheduler;
import dev.millrace.task.BlockReason;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is left of a level that has ended, while the run goes on and is held. */
class EndedLevelTest {
  private static final int COLLECTIONS = 50;

  private final AtomicReference<WeakReference<Source<String>>> opened = new AtomicReference<>();

  @Test
  void itsCountersAreKeptAndItsOperatorsAreNot() {
    var scheduler = DeterministicScheduler.create(1);
    PipelineRun run = new PipelineRunner(scheduler).run(pipeline(), PipelineOptions.ofDop(1));
    scheduler.runUntilIdle();
    assertThat(run.done()).isNotDone();
    assertThat(isCollected(opened.get())).isTrue();
    assertThat(run.counters())
        .contains(new OpCounters("S", OpRole.SOURCE, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, Map.of()))
        .contains(new OpCounters("K", OpRole.SINK, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, Map.of()))
        .contains(new OpCounters("next", OpRole.SOURCE, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, Map.of()))
        .hasSize(4);
    scheduler.close();
  }

  private LogicalPipeline<String> pipeline() {
    SourceOp<String> source =
        new SourceOp<>() {
          @Override
          public String name() {
            return "S";
          }

          @Override
          public Source<String> open(int dop) {
            String held = "held by " + this; // so that every opened source is an object of its own
            Source<String> made = _ -> OpOutput.finished(held);
            opened.set(new WeakReference<>(made));
            return made;
          }
        };
    SinkOp<String> sink =
        new SinkOp<>() {
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
            return Optional.of(
                SourceOp.of("next", at -> OpOutput.blocked(at.newResumer(), BlockReason.IO)));
          }
        };
    return LogicalPipeline.of("first", source, List.of(), sink)
        .then(next ->
            LogicalPipeline.of(
                "second", next, List.of(), SinkOp.of("K2", (_, _) -> OpOutput.needsMore())));
  }

  private static boolean isCollected(Reference<?> reference) {
    for (int i = 0; i < COLLECTIONS && !reference.refersTo(null); i++) {
      System.gc();
    }
    return reference.refersTo(null);
  }
}
