package dev.millrace.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The fan-out with {@link CompletableFuture} on a {@link ForkJoinPool}. */
record FutureFanOut(ForkJoinPool pool) implements AutoCloseable {

  static FutureFanOut start(int threads) {
    return new FutureFanOut(new ForkJoinPool(threads));
  }

  ClosedLoop.Requests working(int rounds) {
    return (_, end) ->
        fanOut(end, source -> source.thenApplyAsync(seed -> FanOut.work(seed, rounds), pool));
  }

  void await(long number, ClosedLoop.End end) {
    fanOut(
        end,
        source -> {
          Executor later =
              CompletableFuture.delayedExecutor(FanOut.WAIT_MILLIS, TimeUnit.MILLISECONDS, pool);
          return source.thenApplyAsync(seed -> seed, later);
        });
  }

  private void fanOut(
      ClosedLoop.End end, Function<CompletableFuture<Long>, CompletableFuture<Long>> branch) {
    CompletableFuture<Long> source = CompletableFuture.supplyAsync(() -> 1L, pool);
    List<CompletableFuture<Long>> branches = new ArrayList<>(FanOut.BRANCHES);
    for (int i = 0; i < FanOut.BRANCHES; i++) {
      branches.add(branch.apply(source));
    }
    CompletableFuture<?> _ =
        CompletableFuture.allOf(branches.toArray(CompletableFuture[]::new))
            .thenApply(_ -> sum(branches))
            .whenComplete((_, error) -> {
              if (error == null) {
                end.ended();
              } else {
                end.failed(error);
              }
            });
  }

  private static long sum(List<CompletableFuture<Long>> branches) {
    long sum = 0;
    for (CompletableFuture<Long> branch : branches) {
      sum += branch.join();
    }
    return sum;
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
