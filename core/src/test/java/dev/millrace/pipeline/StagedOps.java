package dev.millrace.pipeline;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Operators with all the stages there are, which note what happens to them. */
final class StagedOps {
  private final Queue<String> log = new ConcurrentLinkedQueue<>();

  List<String> log() {
    return List.copyOf(log);
  }

  void note(String event) {
    log.add(event);
  }

  /** A group of one task that runs once. */
  TaskGroup once(String name) {
    return TaskGroup.of(
        Task.of(
            name,
            (_, _) -> {
              note(name);
              return TaskStatus.FINISHED;
            }),
        1);
  }

  /** A group that waits until it is asked to finish. */
  TaskGroup untilAsked(String name) {
    return new Endless(name).group();
  }

  private final class Endless {
    private final String name;
    private final AtomicReference<Resumer> asked = new AtomicReference<>();

    Endless(String name) {
      this.name = name;
    }

    TaskGroup group() {
      return TaskGroup.of(Task.of(name, this::step), 1)
          .withNotifyFinish(context -> {
            note(name + " asked");
            asking(context).resume();
          });
    }

    private TaskStatus step(TaskContext context, int id) {
      Resumer resumer = asking(context);
      return resumer.isResumed()
          ? TaskStatus.FINISHED
          : TaskStatus.blocked(context.single(resumer), BlockReason.OTHER);
    }

    private Resumer asking(TaskContext context) {
      return asked.updateAndGet(known -> known == null ? context.newResumer() : known);
    }
  }

  final class StagedSource implements SourceOp<String> {
    private final String name;
    private final Source<String> source;

    StagedSource(String name, Source<String> source) {
      this.name = name;
      this.source = source;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Source<String> open(int dop) {
      note(name + " opened");
      return new Source<>() {
        @Override
        public OpOutput<String> next(OpContext context) throws Exception {
          return source.next(context);
        }

        @Override
        public void close() {
          note(name + " closed");
        }
      };
    }

    @Override
    public List<TaskGroup> frontend(int dop) {
      return List.of(once(name + " frontend 1"), once(name + " frontend 2"));
    }

    @Override
    public Optional<TaskGroup> backend(int dop) {
      note(name + " backend started");
      return Optional.of(untilAsked(name + " backend"));
    }
  }

  static final class StagedPipe implements PipeOp<String> {
    private final SourceOp<String> implicit;

    StagedPipe(SourceOp<String> implicit) {
      this.implicit = implicit;
    }

    @Override
    public String name() {
      return "P";
    }

    @Override
    public Pipe<String> open(int dop) {
      return (_, input) -> OpOutput.even(input);
    }

    @Override
    public Optional<SourceOp<String>> implicitSource() {
      return Optional.of(implicit);
    }
  }

  final class StagedSink implements SinkOp<String> {
    @Override
    public String name() {
      return "K";
    }

    @Override
    public Sink<String> open(int dop) {
      note("K opened");
      return new Sink<>() {
        @Override
        public OpOutput<String> sink(OpContext context, String input) {
          return OpOutput.needsMore();
        }

        @Override
        public void close() {
          note("K closed");
        }
      };
    }

    @Override
    public List<TaskGroup> frontend(int dop) {
      return List.of(once("K frontend 1"), once("K frontend 2"));
    }

    @Override
    public Optional<TaskGroup> backend(int dop) {
      note("K backend started");
      return Optional.of(untilAsked("K backend"));
    }

    @Override
    public Optional<SourceOp<String>> implicitSource() {
      note("K implicit source");
      return Optional.of(SourceOp.of("KI", _ -> OpOutput.finished()));
    }
  }
}
