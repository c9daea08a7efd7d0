package dev.millrace.cli.rankd;

import com.google.errorprone.annotations.FormatMethod;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the executor does in the place of an event loop: runs what is posted, keeps timers, and lets
 * tasks sleep without a thread each. Latencies are from the start of a timer or sleep to its end,
 * so none may be below its length.
 */
final class EventLoopBench {

  private static final int POSTS = 1_000_000;
  private static final int TIMERS = 10_000;

  private final BenchFlags flags;
  private final MillraceExecutor executor;
  private final JsonBuffer json = new JsonBuffer();
  private final StringBuilder text = new StringBuilder();

  EventLoopBench(BenchFlags flags, MillraceExecutor executor) {
    this.flags = flags;
    this.executor = executor;
  }

  /** Runs what the mode says and returns what to print. */
  String run() throws InterruptedException {
    json.beginObject();
    switch (flags.eventLoopMode) {
      case "posts" -> posts();
      case "timers" -> timers();
      case "sleep_vs_pool" -> sleepVersusPool();
      case "all" -> {
        posts();
        timers();
        sleepVersusPool();
      }
      default ->
          throw Refusal.usage(
              "--bench_eventloop_mode is '%s', must be posts, timers, sleep_vs_pool or all"
                  .formatted(flags.eventLoopMode));
    }
    json.endObject();
    return flags.json ? JsonIndent.of(json.toString()) : text.toString().stripTrailing();
  }

  private void posts() throws InterruptedException {
    int total = flags.count == 0 ? POSTS : flags.count;
    long memory = ResidentMemory.kilobytes();
    CountDownLatch ran = new CountDownLatch(total);
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int producer = 0; producer < flags.producers; producer++) {
      int share = total / flags.producers + (producer < total % flags.producers ? 1 : 0);
      threads.add(Thread.ofPlatform().start(() -> post(share, ran)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ran.await();
    double millis = millisSince(start);
    json.name("posts").beginObject().name("total_posts").number(total);
    json.name("producers").number(flags.producers).name("wall_ms").number(millis);
    json.name("posts_per_sec").number(perSecond(total, millis));
    memory(memory);
    say(
        "posts: %d by %d producers in %.1f ms, %.0f a second",
        total, flags.producers, millis, perSecond(total, millis));
  }

  /** Posts, and waits for room when the executor is full. */
  private void post(int count, CountDownLatch ran) {
    Runnable runnable = ran::countDown;
    for (int i = 0; i < count; i++) {
      while (true) {
        try {
          executor.execute(runnable);
          break;
        } catch (RejectedExecutionException e) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private void timers() throws InterruptedException {
    int total = flags.count == 0 ? TIMERS : flags.count;
    long memory = ResidentMemory.kilobytes();
    LatencyFigures figures = new LatencyFigures();
    CountDownLatch fired = new CountDownLatch(total);
    Duration delay = Duration.ofMillis(flags.sleepMillis);
    long start = System.nanoTime();
    TaskHandle _ =
        executor.submit(
            Task.of(
                "timers",
                (context, _) -> {
                  for (int i = 0; i < total; i++) {
                    long armed = System.nanoTime();
                    Resumer timer = context.newTimer(delay);
                    timer.onResume(() -> {
                      figures.record(System.nanoTime() - armed);
                      fired.countDown();
                    });
                  }
                  return TaskStatus.FINISHED;
                }));
    fired.await();
    double millis = millisSince(start);
    Histogram latency = figures.take();
    json.name("timers").beginObject().name("total_timers").number(total);
    json.name("timeout_ms").number(flags.sleepMillis).name("wall_ms").number(millis);
    json.name("timers_per_sec").number(perSecond(total, millis));
    LatencyFigures.write("latency", latency, json);
    memory(memory);
    say(
        "timers: %d of %d ms in %.1f ms, %.0f a second; %s",
        total, flags.sleepMillis, millis, perSecond(total, millis), LatencyFigures.text(latency));
  }

  private void sleepVersusPool() throws InterruptedException {
    long memory = ResidentMemory.kilobytes();
    LatencyFigures tasks = new LatencyFigures();
    double taskMillis = sleepingTasks(tasks);
    LatencyFigures threads = new LatencyFigures();
    double poolMillis = sleepingThreads(threads);
    Histogram taskLatency = tasks.take();
    Histogram poolLatency = threads.take();
    json.name("sleep_vs_pool").beginObject().name("tasks").number(flags.tasks);
    json.name("sleep_ms").number(flags.sleepMillis).name("coro_wall_ms").number(taskMillis);
    LatencyFigures.write("coro_latency", taskLatency, json);
    json.name("pool_wall_ms").number(poolMillis);
    LatencyFigures.write("pool_latency", poolLatency, json);
    json.name("speedup_ratio").number(poolMillis / taskMillis);
    memory(memory);
    say("sleep_vs_pool: %d sleeps of %d ms", flags.tasks, flags.sleepMillis);
    say("  tasks: %.1f ms; %s", taskMillis, LatencyFigures.text(taskLatency));
    say("  pool:  %.1f ms; %s", poolMillis, LatencyFigures.text(poolLatency));
    say("  speedup %.1f", poolMillis / taskMillis);
  }

  private double sleepingTasks(LatencyFigures figures) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(flags.tasks);
    Duration delay = Duration.ofMillis(flags.sleepMillis);
    long start = System.nanoTime();
    for (int i = 0; i < flags.tasks; i++) {
      TaskHandle _ = executor.submit(Task.of("sleep", new Sleeper(delay, figures, done)));
    }
    done.await();
    return millisSince(start);
  }

  /** As many threads as the machine has processors, each of which sleeps one sleep at a time. */
  private double sleepingThreads(LatencyFigures figures) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(flags.tasks);
    int threads = Runtime.getRuntime().availableProcessors();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      long start = System.nanoTime();
      for (int i = 0; i < flags.tasks; i++) {
        pool.execute(() -> {
          long began = System.nanoTime();
          try {
            Thread.sleep(flags.sleepMillis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          figures.record(System.nanoTime() - began);
          done.countDown();
        });
      }
      done.await();
      return millisSince(start);
    }
  }

  private void memory(long before) {
    json.name("rss_start_kb").number(before);
    json.name("rss_end_kb").number(ResidentMemory.kilobytes()).endObject();
  }

  @FormatMethod
  private void say(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static double perSecond(int count, double millis) {
    return count / (millis / 1e3);
  }

  /** A task that sleeps once. Used by one thread at a time. */
  private static final class Sleeper implements Task.Step {
    private final Duration delay;
    private final LatencyFigures figures;
    private final CountDownLatch done;
    private @Nullable Resumer timer;
    private long began;

    Sleeper(Duration delay, LatencyFigures figures, CountDownLatch done) {
      this.delay = delay;
      this.figures = figures;
      this.done = done;
    }

    @Override
    public TaskStatus run(TaskContext context, int taskId) {
      if (timer == null) {
        began = System.nanoTime();
        timer = context.newTimer(delay);
        return TaskStatus.blocked(context.single(timer), BlockReason.TIMER);
      }
      figures.record(System.nanoTime() - began);
      done.countDown();
      return TaskStatus.FINISHED;
    }
  }
}
