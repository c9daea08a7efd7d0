package dev.millrace.pipeline;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Splits the channels of a logical pipeline at the pipes that have an implicit source.
 *
 * <p>The level of a split is one more than the largest level of a split that comes before it in any
 * channel. One walk over the channels is enough, in any order, because channels that share a split
 * must share what follows it: whoever moves a split deeper then walks on and moves the later ones
 * too. Ara and broken-pipeline do not ask for that: there the implicit source goes on with the rest
 * of the channel that came first, whatever the others have next. Not thread-safe, used once.
 */
final class PipelineCompiler<B> {

  /** A pipe with an implicit source, and how its channel goes on from there. */
  private static final class Split<B> {
    final PhysicalPipeline.Channel<B> channel;
    int level;

    Split(PhysicalPipeline.Channel<B> channel) {
      this.channel = channel;
    }
  }

  private final LogicalPipeline<B> logical;

  /** Every pipe that was asked for an implicit source, so that none is asked twice. */
  private final IdentityHashMap<PipeOp<B>, Optional<Split<B>>> asked = new IdentityHashMap<>();

  private final List<Split<B>> splits = new ArrayList<>();

  PipelineCompiler(LogicalPipeline<B> logical) {
    this.logical = logical;
  }

  List<PhysicalPipeline<B>> compile() {
    if (logical.channels().isEmpty()) {
      return List.of();
    }
    List<PhysicalPipeline.Channel<B>> explicit = new ArrayList<>();
    for (int id = 0; id < logical.channels().size(); id++) {
      var channel = logical.channels().get(id);
      explicit.add(new PhysicalPipeline.Channel<>(id, channel.source(), channel.pipes()));
      deepen(splitsOf(id, channel.pipes()));
    }
    int levels = splits.stream().mapToInt(split -> split.level).max().orElse(0);
    List<PhysicalPipeline<B>> physical = new ArrayList<>();
    physical.add(pipeline(0, explicit));
    for (int level = 1; level <= levels; level++) {
      physical.add(pipeline(level, channelsOf(level)));
    }
    return List.copyOf(physical);
  }

  private List<Split<B>> splitsOf(int id, List<PipeOp<B>> pipes) {
    List<Split<B>> path = new ArrayList<>();
    for (int i = 0; i < pipes.size(); i++) {
      PipeOp<B> pipe = pipes.get(i);
      List<PipeOp<B>> rest = pipes.subList(i + 1, pipes.size());
      Optional<Split<B>> split = asked.get(pipe);
      if (split == null) {
        split =
            pipe.implicitSource()
                .map(source -> new Split<>(new PhysicalPipeline.Channel<>(id, source, rest)));
        split.ifPresent(splits::add);
        asked.put(pipe, split);
      }
      if (split.isPresent()) {
        ensureSameRest(pipe, split.get().channel, id, rest);
        path.add(split.get());
      }
    }
    return path;
  }

  private void ensureSameRest(
      PipeOp<B> pipe, PhysicalPipeline.Channel<B> first, int id, List<PipeOp<B>> rest) {
    boolean same = first.pipes().size() == rest.size();
    for (int i = 0; same && i < rest.size(); i++) {
      same = first.pipes().get(i) == rest.get(i);
    }
    if (!same) {
      throw new IllegalArgumentException(
          "%s: channels %d and %d go different ways after '%s', which has an implicit source"
              .formatted(logical.name(), first.id(), id, pipe.name()));
    }
  }

  /** One level deeper than the split before it, in whichever channel asks for the most. */
  private void deepen(List<Split<B>> path) {
    int before = 0;
    for (Split<B> split : path) {
      split.level = Math.max(split.level, before + 1);
      before = split.level;
    }
  }

  private List<PhysicalPipeline.Channel<B>> channelsOf(int level) {
    return splits.stream().filter(s -> s.level == level).map(s -> s.channel).toList();
  }

  private PhysicalPipeline<B> pipeline(int level, List<PhysicalPipeline.Channel<B>> channels) {
    String name = logical.name() + "[" + level + "]";
    return new PhysicalPipeline<>(name, level, channels, logical.sink());
  }
}
