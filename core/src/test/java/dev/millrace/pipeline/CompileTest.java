package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompileTest {
  private final Map<String, CountingPipe> pipes = new HashMap<>();
  private final List<String> opened = new ArrayList<>();

  @Test
  void K01_empty() {
    assertThat(compile()).isEmpty();
  }

  @Test
  void K02_singleChannel() {
    assertThat(compile("S p q")).containsExactly("Channel0: S -> p -> q -> K");
  }

  @Test
  void K03_doubleChannel() {
    assertThat(compile("S p", "T q"))
        .containsExactly("Channel0: S -> p -> K\nChannel1: T -> q -> K");
  }

  @Test
  void K04_doublePhysical() {
    assertThat(compile("S p* q"))
        .containsExactly("Channel0: S -> p -> q -> K", "Channel0: Ip -> q -> K");
  }

  @Test
  void K05_doublePhysicalDoubleChannel() {
    assertThat(compile("S p*", "T q*"))
        .containsExactly(
            "Channel0: S -> p -> K\nChannel1: T -> q -> K", "Channel0: Ip -> K\nChannel1: Iq -> K");
  }

  @Test
  void K06_triplePhysicalWithASharedLastPipe() {
    assertThat(compile("S p* r*", "T q* r*"))
        .containsExactly(
            "Channel0: S -> p -> r -> K\nChannel1: T -> q -> r -> K",
            "Channel0: Ip -> r -> K\nChannel1: Iq -> r -> K",
            "Channel0: Ir -> K");
  }

  @Test
  void K07_oddQuadro() {
    assertThat(compile("S1 p1* p2* p4*", "S2 p2* p4*", "S3 p3* p4*", "S4 p4*"))
        .containsExactly(
            """
            Channel0: S1 -> p1 -> p2 -> p4 -> K
            Channel1: S2 -> p2 -> p4 -> K
            Channel2: S3 -> p3 -> p4 -> K
            Channel3: S4 -> p4 -> K\
            """,
            "Channel0: Ip1 -> p2 -> p4 -> K\nChannel2: Ip3 -> p4 -> K",
            "Channel0: Ip2 -> p4 -> K",
            "Channel0: Ip4 -> K");
  }

  @Test
  void K08_explainText() {
    var pipeline = logical("A B").compile().getFirst();
    assertThat(pipeline.explain()).isEqualTo("Channel0: A -> B -> K");
    assertThat(pipeline.name()).isEqualTo("test[0]");
  }

  @Test
  void K09_operatorsAreOpenedOncePerPipelineAndAskedOnceForImplicitSources() {
    var levels = logical("S p* r", "T q r").compile();
    assertThat(pipes.values()).allSatisfy(pipe -> assertThat(pipe.asked).isEqualTo(1));

    var _ = PipelineTask.open(levels.get(0), PipelineOptions.<String>ofDop(4));
    assertThat(opened).containsExactlyInAnyOrder("S", "T", "p", "q", "r", "K");
    opened.clear();
    var _ = PipelineTask.open(levels.get(1), PipelineOptions.<String>ofDop(4));
    assertThat(opened).containsExactlyInAnyOrder("Ip", "r", "K");
  }

  @Test
  void K10_aSharedPipeReachedFirstInTheShallowerChannelIsMovedDeeper() {
    assertThat(compile("S r* s*", "T p* q* r* s*"))
        .containsExactly(
            "Channel0: S -> r -> s -> K\nChannel1: T -> p -> q -> r -> s -> K",
            "Channel1: Ip -> q -> r -> s -> K",
            "Channel1: Iq -> r -> s -> K",
            "Channel0: Ir -> s -> K",
            "Channel0: Is -> K");
  }

  @Test
  void refusesChannelsThatPartAfterASharedSplit() {
    assertThatThrownBy(() -> logical("S p* q", "T p* r").compile())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("channels 0 and 1 go different ways after 'p'");
  }

  @Test
  void refusesTheSamePipeTwiceInAChannel() {
    assertThatThrownBy(() -> logical("S p q p"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'p' is twice");
  }

  @Test
  void refusesTheSameSourceInTwoChannels() {
    var channel = new LogicalPipeline.Channel<>(new CountingSource("S"), List.of());
    assertThatThrownBy(
            () -> LogicalPipeline.of("union", List.of(channel, channel), new CountingSink()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'S' is twice in union");
  }

  private List<String> compile(String... channels) {
    return logical(channels).compile().stream().map(PhysicalPipeline::explain).toList();
  }

  /** {@code p*} is a pipe with the implicit source {@code Ip}. */
  private LogicalPipeline<String> logical(String... channels) {
    List<LogicalPipeline.Channel<String>> all = new ArrayList<>();
    for (String channel : channels) {
      List<String> names = List.of(channel.split(" "));
      List<PipeOp<String>> passed = new ArrayList<>();
      for (String name : names.subList(1, names.size())) {
        passed.add(pipes.computeIfAbsent(name, CountingPipe::new));
      }
      all.add(new LogicalPipeline.Channel<>(new CountingSource(names.getFirst()), passed));
    }
    return LogicalPipeline.of("test", all, new CountingSink());
  }

  private final class CountingSource implements SourceOp<String> {
    private final String name;

    CountingSource(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Source<String> open(int dop) {
      opened.add(name);
      return _ -> OpOutput.finished();
    }
  }

  private final class CountingPipe implements PipeOp<String> {
    private final String text;
    int asked;

    CountingPipe(String text) {
      this.text = text;
    }

    @Override
    public String name() {
      return text.replace("*", "");
    }

    @Override
    public Pipe<String> open(int dop) {
      opened.add(name());
      return (_, _) -> OpOutput.needsMore();
    }

    @Override
    public Optional<SourceOp<String>> implicitSource() {
      asked++;
      return text.endsWith("*") ? Optional.of(new CountingSource("I" + name())) : Optional.empty();
    }
  }

  private final class CountingSink implements SinkOp<String> {
    @Override
    public String name() {
      return "K";
    }

    @Override
    public Sink<String> open(int dop) {
      opened.add("K");
      return (_, _) -> OpOutput.needsMore();
    }
  }
}
