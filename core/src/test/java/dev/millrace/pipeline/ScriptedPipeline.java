package dev.millrace.pipeline;

import dev.millrace.task.Resumer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A pipeline whose operators follow a script, each lane by itself. */
final class ScriptedPipeline {
  private final Script script;
  private final List<ScriptedLane> lanes;
  private final Map<String, PipeOp<String>> pipes = new HashMap<>();
  private final Map<String, String> implicit = new HashMap<>();
  private final Set<String> drained = new HashSet<>();
  private final LogicalPipeline<String> logical;

  /**
   * @param flows the channels, each as names from its source to the common sink; {@code P/I} is a
   *     pipe P with the implicit source I, {@code P.d} one with a drain that may stay uncalled
   */
  ScriptedPipeline(String script, int dop, Consumer<Resumer> resume, String... flows) {
    this(script, dop, resume, (_, resumer) -> resume.accept(resumer), flows);
  }

  /**
   * @param resumeLane is given the lane, and what to resume when all its channels wait; a channel
   *     whose source has finished must have no drain
   */
  ScriptedPipeline(
      String script,
      int dop,
      Consumer<Resumer> resume,
      BiConsumer<Integer, Resumer> resumeLane,
      String... flows) {
    this.script = Script.parse(script);
    lanes =
        IntStream.range(0, dop)
            .mapToObj(lane ->
                new ScriptedLane(
                    this.script, flows.length, resume, resumer -> resumeLane.accept(lane, resumer)))
            .toList();
    List<LogicalPipeline.Channel<String>> channels = new ArrayList<>();
    for (String flow : flows) {
      List<String> names = List.of(flow.split(" "));
      channels.add(
          new LogicalPipeline.Channel<>(
              source(names.getFirst()),
              names.subList(1, names.size() - 1).stream().map(this::pipe).toList()));
    }
    String sink = flows[0].substring(flows[0].lastIndexOf(' ') + 1);
    logical =
        LogicalPipeline.of(
            "scripted",
            channels,
            SinkOp.of(sink, (at, input) -> lane(at).call(at, sink, OpRole.SINK, input)));
  }

  LogicalPipeline<String> logical() {
    return logical;
  }

  Script script() {
    return script;
  }

  /** By lane, the calls that were made. */
  List<List<String>> traces() {
    return lanes.stream().map(ScriptedLane::trace).toList();
  }

  /** What each lane's trace must be in the end. */
  List<String> whole() {
    return script.lines().stream().map(Script.Line::toString).toList();
  }

  private ScriptedLane lane(OpContext at) {
    return lanes.get(at.lane());
  }

  private SourceOp<String> source(String name) {
    return SourceOp.of(name, at -> lane(at).call(at, name, OpRole.SOURCE, null));
  }

  private PipeOp<String> pipe(String text) {
    String name = text.replaceAll("[/.].*", "");
    if (text.endsWith(".d")) {
      drained.add(name);
    }
    if (text.contains("/")) {
      implicit.put(name, text.substring(name.length() + 1));
    }
    return pipes.computeIfAbsent(name, _ -> new ScriptedPipe(name));
  }

  private final class ScriptedPipe implements PipeOp<String> {
    private final String name;

    ScriptedPipe(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Pipe<String> open(int dop) {
      return (at, input) -> lane(at).call(at, name, OpRole.PIPE, input);
    }

    @Override
    public Optional<Drain<String>> drain(int dop) {
      return script.drains(name) || drained.contains(name)
          ? Optional.of(at -> lane(at).call(at, name, OpRole.DRAIN, null))
          : Optional.empty();
    }

    @Override
    public Optional<SourceOp<String>> implicitSource() {
      return Optional.ofNullable(implicit.get(name)).map(ScriptedPipeline.this::source);
    }
  }
}
