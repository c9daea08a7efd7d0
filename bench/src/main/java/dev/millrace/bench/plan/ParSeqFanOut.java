package dev.millrace.bench.plan;

import com.linkedin.parseq.Engine;
import com.linkedin.parseq.EngineBuilder;
import com.linkedin.parseq.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The fan-out with ParSeq. Its tasks of one plan run one after the other, like our cheap nodes. */
record ParSeqFanOut(Engine engine, ExecutorService pool, ScheduledExecutorService timer)
    implements AutoCloseable {

  static ParSeqFanOut start(int threads) {
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    Engine engine = new EngineBuilder().setTaskExecutor(pool).setTimerScheduler(timer).build();
    return new ParSeqFanOut(engine, pool, timer);
  }

  ClosedLoop.Requests working(int rounds) {
    return (_, end) -> fanOut(end, seed -> Task.callable(() -> FanOut.work(seed, rounds)));
  }

  void await(long number, ClosedLoop.End end) {
    fanOut(end, seed -> Task.value(seed).withDelay(FanOut.WAIT_MILLIS, TimeUnit.MILLISECONDS));
  }

  private void fanOut(ClosedLoop.End end, Function<Long, Task<Long>> branch) {
    Task<Long> plan =
        Task.callable(() -> 1L)
            .flatMap(seed -> {
              List<Task<Long>> branches = new ArrayList<>(FanOut.BRANCHES);
              for (int i = 0; i < FanOut.BRANCHES; i++) {
                branches.add(branch.apply(seed));
              }
              return Task.par(branches).map(ParSeqFanOut::sum);
            });
    plan.addListener(promise -> {
      if (promise.isFailed()) {
        end.failed(promise.getError());
      } else {
        end.ended();
      }
    });
    engine.run(plan);
  }

  private static long sum(List<Long> results) {
    long sum = 0;
    for (long result : results) {
      sum += result;
    }
    return sum;
  }

  @Override
  public void close() {
    engine.shutdown();
    timer.shutdownNow();
    pool.shutdownNow();
  }
}
