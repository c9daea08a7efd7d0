package dev.millrace.pipeline;

import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * A physical pipeline that has been opened: the task whose instances are its lanes. Thread-safe as
 * far as the scheduler keeps its promise that steps of one lane never overlap.
 *
 * <p>An error in one lane is thrown to the scheduler, and every other lane answers Cancelled at its
 * next step, whether or not the scheduler has come to cancel it by then.
 */
public final class PipelineTask<B> {
  private final PhysicalPipeline<B> pipeline;
  private final OpenOperators<B> operators;
  private final Sluice sluice;
  private final List<List<Stations<LaneStation<B>>>> stations = new ArrayList<>();
  private final List<LaneStepper<B>> lanes = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private PipelineTask(PhysicalPipeline<B> pipeline, PipelineOptions<B> options) {
    this.pipeline = pipeline;
    operators = OpenOperators.of(pipeline, options.dop());
    sluice =
        new Sluice(
            pipeline.channels().stream().map(PhysicalPipeline.Channel::pipes).toList(),
            options.dop());
    PipelineObserver observer = GuardedObserver.of(options.observer());
    for (int lane = 0; lane < options.dop(); lane++) {
      var channels =
          operators.channels().stream()
              .map(c -> c.map(s -> new LaneStation<>(s, observer, options)))
              .toList();
      stations.add(channels);
      lanes.add(lane(channels, lane, observer));
    }
  }

  /** Opens every operator of {@code pipeline}; {@link #close} must be called in the end. */
  public static <B> PipelineTask<B> open(PhysicalPipeline<B> pipeline, PipelineOptions<B> options) {
    return new PipelineTask<>(pipeline, options);
  }

  /** One instance per lane. To be scheduled once. */
  public TaskGroup group() {
    Task task = Task.of(pipeline.name(), this::step).withDescription(pipeline.explain());
    return TaskGroup.of(task, lanes.size());
  }

  /** Whether the sink has said that it needs no more, at this or any later level. */
  public boolean isSinkFinished() {
    return sluice.gate() == Sluice.Gate.SHUT;
  }

  /** Whether some source was left with batches that nobody wants. */
  boolean isCutShort() {
    return sluice.isCut();
  }

  /** By lane, then channel, then the way of the batches. Exact once the group has ended. */
  public List<OpCounters> counters() {
    List<OpCounters> all = new ArrayList<>();
    for (int lane = 0; lane < stations.size(); lane++) {
      for (Stations<LaneStation<B>> channel : stations.get(lane)) {
        int number = lane;
        channel.all().forEach(s -> all.add(s.counters(channel.id(), number)));
      }
    }
    return all;
  }

  /** Closes the operators, once. To be called after the group has ended, however it ended. */
  public void close() throws Exception {
    if (closed.compareAndSet(false, true)) {
      operators.close();
    }
  }

  private TaskStatus step(TaskContext context, int lane) throws Exception {
    return lanes.get(lane).step(context);
  }

  private LaneStepper<B> lane(
      List<Stations<LaneStation<B>>> channels, int lane, PipelineObserver observer) {
    return new LaneStepper<>(
        IntStream.range(0, channels.size())
            .mapToObj(c -> new ChannelStepper<>(channels.get(c), sluice, c, lane, observer))
            .toList(),
        sluice);
  }
}
