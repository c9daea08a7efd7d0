package dev.millrace.pipeline;

import dev.millrace.task.Outcome;
import dev.millrace.task.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * In which order the groups of a pipeline run: see the picture at {@link PipelineRunner}.
 *
 * <p>A backend is started ahead of the level that reads its source, also that of an implicit
 * source, whose data does not exist before. The sink's backend has ended before the sink's
 * frontends begin, so they see all that it did.
 *
 * <p>Only for the driver of the agenda, except for the counters.
 */
final class HostOrder<B> {
  private final Agenda agenda;
  private final LiveGroups groups;
  private final PipelineOptions<B> options;
  private final Queue<LevelCounters> levels = new ConcurrentLinkedQueue<>();

  /** Of the pipeline under way: no further level is needed. */
  private boolean sinkFinished;

  HostOrder(Agenda agenda, LiveGroups groups, PipelineOptions<B> options) {
    this.agenda = agenda;
    this.groups = groups;
    this.options = options;
  }

  CompletableFuture<?> begin(LogicalPipeline<B> pipeline) {
    sinkFinished = false;
    SinkOp<B> sink = pipeline.sink();
    var backends = new Backends(groups);
    List<Agenda.Stage> stages = new ArrayList<>();
    stages.add(() -> backends.start(sink.backend(options.dop())));
    for (PhysicalPipeline<B> level : pipeline.compile()) {
      stages.add(() -> sinkFinished ? Agenda.DONE : begin(level));
    }
    stages.add(() -> backends.finish(false));
    stages.add(() -> inOrder(sink.frontend(options.dop())));
    stages.add(() -> chain(pipeline));
    agenda.next(stages);
    return Agenda.DONE;
  }

  List<OpCounters> counters() {
    return levels.stream().flatMap(level -> level.counters().stream()).toList();
  }

  private CompletableFuture<?> begin(PhysicalPipeline<B> level) {
    var backends = new Backends(groups);
    List<Agenda.Stage> stages = new ArrayList<>();
    for (SourceOp<B> source : level.sources()) {
      stages.add(() -> backends.start(source.backend(options.dop())));
    }
    for (SourceOp<B> source : level.sources()) {
      stages.add(() -> inOrder(source.frontend(options.dop())));
    }
    stages.add(() -> run(level, backends));
    agenda.next(stages);
    return Agenda.DONE;
  }

  private CompletableFuture<?> run(PhysicalPipeline<B> level, Backends backends) {
    PipelineTask<B> task = PipelineTask.open(level, options);
    var counters = new LevelCounters(task);
    levels.add(counters);
    CompletableFuture<Outcome> ended;
    try {
      ended = groups.launch(task.group()).ended();
    } catch (Throwable rejected) { // foreign code: nobody else closes the task
      close(task, counters);
      throw rejected;
    }
    agenda.next(List.of(() -> backends.finish(task.isCutShort())));
    return ended.thenRun(() -> {
      sinkFinished |= task.isSinkFinished();
      close(task, counters);
    });
  }

  private void close(PipelineTask<B> task, LevelCounters counters) {
    counters.settle();
    try {
      task.close();
    } catch (Throwable error) { // foreign code: what the operators' close throws
      groups.end(new Outcome.Failed(error));
    }
  }

  private CompletableFuture<?> inOrder(List<TaskGroup> frontends) {
    List<Agenda.Stage> stages = new ArrayList<>();
    for (TaskGroup group : frontends) {
      stages.add(() -> groups.launch(group).ended());
    }
    agenda.next(stages);
    return Agenda.DONE;
  }

  private CompletableFuture<?> chain(LogicalPipeline<B> pipeline) {
    if (pipeline.next() == null) {
      return Agenda.DONE;
    }
    SourceOp<B> source =
        pipeline
            .sink()
            .implicitSource()
            .orElseThrow(() ->
                new IllegalStateException(
                    "sink '%s' of %s has no implicit source for the next pipeline"
                        .formatted(pipeline.sink().name(), pipeline.name())));
    return begin(pipeline.next().apply(source));
  }
}
