package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One batch to three in three ways, three to one, and who is told which channel. */
@ParameterizedClass
@MethodSource("dev.millrace.task.SchedulerFixture#matrix")
class ShapeTest extends SchedulerSuite {
  private final List<Long> numbers = LongStream.range(0, 100).boxed().toList();
  private final List<Long> thrice =
      numbers.stream().flatMap(number -> Collections.nCopies(3, number).stream()).toList();

  @Test
  void P20_operatorsSeeTheirChannelAlsoInSplitStages() throws Exception {
    Set<String> calls = ConcurrentHashMap.newKeySet();
    PipeOp<String> left = new Split("left", calls);
    PipeOp<String> right = new Split("right", calls);
    PipeOp<String> shared = new Split("shared", calls);
    SinkOp<String> sink =
        SinkOp.of(
            "K",
            (at, input) -> {
              calls.add("K(" + input + ")@" + at.channel());
              return OpOutput.needsMore();
            });
    var outcome =
        run(
            LogicalPipeline.of(
                "inputs",
                List.of(
                    new LogicalPipeline.Channel<>(one("S"), List.of(left, shared)),
                    new LogicalPipeline.Channel<>(one("T"), List.of(right, shared))),
                sink),
            PipelineOptions.ofDop(dop));
    assertThat(outcome).isEqualTo(Outcome.FINISHED);
    assertThat(calls)
        .containsExactlyInAnyOrder(
            "left(S)@0",
            "shared(S)@0",
            "K(S)@0",
            "left.d@0",
            "shared.d@0",
            "right(T)@1",
            "shared(T)@1",
            "K(T)@1",
            "right.d@1",
            "shared.d@1",
            "shared(left.i)@0",
            "K(left.i)@0",
            "shared(right.i)@1",
            "K(right.i)@1",
            "K(shared.i)@0");
  }

  @Test
  void P21_oneToThreeFlat() throws Exception {
    var result = new Numbers.Collected(dop);
    PipeOp<List<Long>> flat =
        PipeOp.of(
            "flat",
            (_, input) ->
                OpOutput.even(
                    input.stream().flatMap(n -> Collections.nCopies(3, n).stream()).toList()));
    run(flat, result);
    assertThat(result.sorted()).isEqualTo(thrice);
    assertThat(result.batches()).isEqualTo(numbers.size());
  }

  @Test
  void P21_oneToThreeSliced() throws Exception {
    var result = new Numbers.Collected(dop);
    run(Numbers.repeat(3), result);
    assertThat(result.sorted()).isEqualTo(thrice);
    assertThat(result.batches()).isEqualTo(3 * numbers.size());
  }

  @Test
  void P21_oneToThreeSource() throws Exception {
    var result = new Numbers.Collected(dop);
    PipeOp<List<Long>> none =
        new PipeOp<>() {
          @Override
          public String name() {
            return "none";
          }

          @Override
          public Pipe<List<Long>> open(int dop) {
            return (_, _) -> OpOutput.needsMore();
          }

          @Override
          public Optional<SourceOp<List<Long>>> implicitSource() {
            return Optional.of(Numbers.source("thrice", thrice, 1));
          }
        };
    run(none, result);
    assertThat(result.sorted()).isEqualTo(thrice);
  }

  @Test
  void P21_accumulateThreeWithTheTailInTheDrain() throws Exception {
    var result = new Numbers.Collected(dop);
    run(Numbers.accumulateThree(), result);
    assertThat(result.sorted()).isEqualTo(numbers);
    assertThat(result.batches()).isBetween(34, 33 + dop);
  }

  private void run(PipeOp<List<Long>> pipe, Numbers.Collected result) throws Exception {
    var pipeline =
        LogicalPipeline.of("shape", Numbers.source("S", numbers, 1), List.of(pipe), result);
    assertThat(run(pipeline, PipelineOptions.ofDop(dop))).isEqualTo(Outcome.FINISHED);
  }

  private static SourceOp<String> one(String name) {
    var left = new AtomicInteger(1);
    return SourceOp.of(
        name, _ -> left.getAndDecrement() > 0 ? OpOutput.finished(name) : OpOutput.finished());
  }

  /** Hands on what it gets, and notes what and where. */
  private record Split(String name, Set<String> calls) implements PipeOp<String> {
    @Override
    public Pipe<String> open(int dop) {
      return (at, input) -> {
        calls.add(name + "(" + input + ")@" + at.channel());
        return OpOutput.even(input);
      };
    }

    @Override
    public Optional<Drain<String>> drain(int dop) {
      return Optional.of(at -> {
        calls.add(name + ".d@" + at.channel());
        return OpOutput.finished();
      });
    }

    @Override
    public Optional<SourceOp<String>> implicitSource() {
      return Optional.of(one(name + ".i"));
    }
  }
}
