package dev.millrace.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Whole plans whose answers are known and do not depend on lanes, blocking or scheduling. */
enum Query {
  SORT {
    @Override
    Plan plan(int dop) {
      List<Long> numbers = new ArrayList<>(range(1000));
      Collections.shuffle(numbers, new Random(42));
      var result = new Numbers.Collected(dop);
      return new Plan(
          LogicalPipeline.of(
                  "sort",
                  Numbers.source("S", numbers, 7),
                  List.<PipeOp<List<Long>>>of(),
                  new Numbers.SortSink(dop))
              .then(sorted -> LogicalPipeline.of("result", sorted, List.of(), result)),
          result::numbers,
          range(1000));
    }
  },

  /** Each pipeline of the chain adds one number to the two that it reads. */
  FIBONACCI {
    @Override
    Plan plan(int dop) {
      var results = new ArrayList<Numbers.Collected>();
      return new Plan(
          link(Numbers.source("S", List.of(0L, 1L), 2), 30, dop, results),
          () -> results.getLast().numbers(),
          List.of(832040L, 1346269L));
    }

    private LogicalPipeline<List<Long>> link(
        SourceOp<List<Long>> from, int left, int dop, List<Numbers.Collected> results) {
      var result = new Numbers.Collected(dop);
      results.add(result);
      PipeOp<List<Long>> add =
          PipeOp.of("add", (_, in) -> OpOutput.even(List.of(in.get(1), in.get(0) + in.get(1))));
      var pipeline = LogicalPipeline.of("link" + left, from, List.of(add), result);
      return left == 1 ? pipeline : pipeline.then(next -> link(next, left - 1, dop, results));
    }
  },

  /** 3^6 by pipes that repeat what they get: all of it at the top. */
  POW_TOP_DEEP {
    @Override
    Plan plan(int dop) {
      return pow(dop, 243, 3);
    }
  },

  POW_BOTTOM_DEEP {
    @Override
    Plan plan(int dop) {
      return pow(dop, 3, 243);
    }
  },

  POW_BUSHY {
    @Override
    Plan plan(int dop) {
      return pow(dop, 3, 3, 3, 3, 3, 3);
    }
  },

  /** Sixty pipes that all have more, six of them three times. */
  DEEP_HAS_MORE {
    @Override
    Plan plan(int dop) {
      return pow(dop, IntStream.range(0, 60).map(i -> i % 10 == 9 ? 3 : 1).toArray());
    }
  },

  ACCUMULATE {
    @Override
    Plan plan(int dop) {
      var result = new Numbers.Collected(dop);
      return new Plan(
          LogicalPipeline.of(
              "accumulate",
              Numbers.source("S", range(1000), 1),
              List.of(Numbers.accumulateThree(), Numbers.accumulateThree()),
              result),
          result::sorted,
          range(1000));
    }
  },

  /** Two channels into a shared outer join, each with one of its own: three levels. */
  OUTER_JOINS {
    @Override
    Plan plan(int dop) {
      var result = new Numbers.Collected(dop);
      PipeOp<List<Long>> shared = Numbers.unmatched("shared", List.of(1L, 2L, 3L, -8L));
      return new Plan(
          LogicalPipeline.of(
              "outer",
              List.of(
                  new LogicalPipeline.Channel<>(
                      Numbers.source("S", List.of(1L, 9L), 1),
                      List.of(Numbers.unmatched("left", List.of(8L, 9L)), shared)),
                  new LogicalPipeline.Channel<>(
                      Numbers.source("T", List.of(2L), 1),
                      List.of(Numbers.unmatched("right", List.of(2L, 7L)), shared))),
              result),
          result::sorted,
          List.of(-8L, -7L, -3L, 1L, 2L, 9L));
    }
  },

  /** What passes the limit is accumulated, so it comes out only if later pipes are drained. */
  LIMIT {
    @Override
    Plan plan(int dop) {
      var result = new Numbers.Collected(dop);
      return new Plan(
          LogicalPipeline.of(
              "limit",
              Numbers.endless(new AtomicLong()),
              List.of(Numbers.repeat(3), Numbers.limit(100), Numbers.accumulateThree()),
              result),
          () -> result.numbers().size(),
          100);
    }
  };

  /** A plan for one run. */
  record Plan(LogicalPipeline<List<Long>> pipeline, Supplier<?> answer, Object expected) {}

  abstract Plan plan(int dop);

  private static Plan pow(int dop, int... factors) {
    var result = new Numbers.Collected(dop);
    List<PipeOp<List<Long>>> pipes = new ArrayList<>();
    for (int factor : factors) {
      pipes.add(Numbers.repeat(factor));
    }
    return new Plan(
        LogicalPipeline.of("pow", Numbers.source("S", List.of(1L), 1), pipes, result),
        () -> result.numbers().size(),
        729);
  }

  private static List<Long> range(long end) {
    return LongStream.range(0, end).boxed().toList();
  }
}
