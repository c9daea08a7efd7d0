package dev.millrace.pipeline;

import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Small operators over batches of numbers, to build whole plans from. */
final class Numbers {
  private Numbers() {}

  /** {@code numbers} in batches of {@code size}, shared out over the lanes. */
  static SourceOp<List<Long>> source(String name, List<Long> numbers, int size) {
    var position = new AtomicInteger();
    return SourceOp.of(
        name,
        _ -> {
          int from = position.getAndAdd(size);
          if (from >= numbers.size()) {
            return OpOutput.finished();
          }
          int to = Math.min(from + size, numbers.size());
          List<Long> batch = numbers.subList(from, to);
          return to == numbers.size() ? OpOutput.finished(batch) : OpOutput.hasMore(batch);
        });
  }

  /** Batches of one number without end. */
  static SourceOp<List<Long>> endless(AtomicLong calls) {
    return SourceOp.of("endless", _ -> OpOutput.hasMore(List.of(calls.incrementAndGet())));
  }

  /** Every batch {@code times} over. */
  static PipeOp<List<Long>> repeat(int times) {
    return new PipeOp<>() {
      @Override
      public String name() {
        return "repeat" + times;
      }

      @Override
      public Pipe<List<Long>> open(int dop) {
        List<Repeated> lanes = IntStream.range(0, dop).mapToObj(_ -> new Repeated()).toList();
        return (at, input) -> lanes.get(at.lane()).next(input, times);
      }
    };
  }

  private static final class Repeated {
    private List<Long> batch;
    private int left;

    OpOutput<List<Long>> next(List<Long> input, int times) {
      if (input != null) {
        batch = input;
        left = times;
      }
      left--;
      return left > 0 ? OpOutput.hasMore(batch) : OpOutput.even(batch);
    }
  }

  /** One batch of every three; what is left over comes from the drain. */
  static PipeOp<List<Long>> accumulateThree() {
    return new PipeOp<>() {
      private List<List<List<Long>>> held = List.of();

      @Override
      public String name() {
        return "accumulateThree";
      }

      @Override
      public Pipe<List<Long>> open(int dop) {
        held = IntStream.range(0, dop).<List<List<Long>>>mapToObj(_ -> new ArrayList<>()).toList();
        return (at, input) -> {
          List<List<Long>> mine = held.get(at.lane());
          mine.add(input);
          return mine.size() < 3 ? OpOutput.needsMore() : OpOutput.even(flatten(mine));
        };
      }

      @Override
      public Optional<Drain<List<Long>>> drain(int dop) {
        return Optional.of(at -> {
          List<List<Long>> mine = held.get(at.lane());
          return mine.isEmpty() ? OpOutput.finished() : OpOutput.finished(flatten(mine));
        });
      }
    };
  }

  /** Hands on at most {@code count} numbers over all lanes, then finishes. */
  static PipeOp<List<Long>> limit(long count) {
    var left = new AtomicLong(count);
    return PipeOp.of(
        "limit" + count,
        (_, input) -> {
          long taken =
              Math.min(left.getAndUpdate(n -> Math.max(0, n - input.size())), input.size());
          if (taken == 0) {
            return OpOutput.finished();
          }
          List<Long> batch = input.subList(0, (int) taken);
          return left.get() == 0 ? OpOutput.finished(batch) : OpOutput.even(batch);
        });
  }

  /** Hands on what it gets, and in the end those of {@code all} that never came, negated. */
  static PipeOp<List<Long>> unmatched(String name, List<Long> all) {
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    return new PipeOp<>() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Pipe<List<Long>> open(int dop) {
        return (_, input) -> {
          seen.addAll(input);
          return OpOutput.even(input);
        };
      }

      @Override
      public Optional<SourceOp<List<Long>>> implicitSource() {
        var position = new AtomicInteger();
        return Optional.of(
            SourceOp.of(
                name + ".unmatched",
                _ -> {
                  int next = position.getAndIncrement();
                  if (next >= all.size()) {
                    return OpOutput.finished();
                  }
                  long number = all.get(next);
                  return OpOutput.hasMore(seen.contains(number) ? List.of() : List.of(-number));
                }));
      }
    };
  }

  /** Runs per lane, sorted beside each other, merged by one task, read in order by one lane. */
  static final class SortSink implements SinkOp<List<Long>> {
    private final List<List<Long>> runs;
    private final List<Long> sorted = new ArrayList<>();

    SortSink(int dop) {
      runs = IntStream.range(0, dop).<List<Long>>mapToObj(_ -> new ArrayList<>()).toList();
    }

    @Override
    public String name() {
      return "sort";
    }

    @Override
    public Sink<List<Long>> open(int dop) {
      return (at, input) -> {
        runs.get(at.lane()).addAll(input);
        return OpOutput.needsMore();
      };
    }

    @Override
    public List<TaskGroup> frontend(int dop) {
      Task sort =
          Task.of(
              "sort a run",
              (_, lane) -> {
                runs.get(lane).sort(null);
                return TaskStatus.FINISHED;
              });
      Task merge =
          Task.of(
              "merge",
              (_, _) -> {
                runs.forEach(run -> sorted.addAll(run));
                sorted.sort(null);
                return TaskStatus.FINISHED;
              });
      return List.of(TaskGroup.of(sort, dop), TaskGroup.of(merge, 1));
    }

    @Override
    public Optional<SourceOp<List<Long>>> implicitSource() {
      Source<List<Long>> all = source("sorted", sorted, 5).open(1);
      return Optional.of(
          SourceOp.of("sorted", at -> at.lane() == 0 ? all.next(at) : OpOutput.finished()));
    }
  }

  /** Keeps everything, by lane, over all levels. */
  static final class Collected implements SinkOp<List<Long>> {
    private final List<List<Long>> lanes;
    private final AtomicInteger batches = new AtomicInteger();

    Collected(int dop) {
      lanes = IntStream.range(0, dop).<List<Long>>mapToObj(_ -> new ArrayList<>()).toList();
    }

    /** In the order of arrival by lane. */
    List<Long> numbers() {
      return lanes.stream().flatMap(List::stream).toList();
    }

    List<Long> sorted() {
      return numbers().stream().sorted().toList();
    }

    int batches() {
      return batches.get();
    }

    @Override
    public String name() {
      return "collect";
    }

    @Override
    public Sink<List<Long>> open(int dop) {
      return (at, input) -> {
        lanes.get(at.lane()).addAll(input);
        batches.incrementAndGet();
        return OpOutput.needsMore();
      };
    }

    @Override
    public Optional<SourceOp<List<Long>>> implicitSource() {
      return Optional.of(source("collected", numbers(), 3));
    }
  }

  private static List<Long> flatten(List<List<Long>> batches) {
    List<Long> all = batches.stream().flatMap(List::stream).toList();
    batches.clear();
    return all;
  }
}
