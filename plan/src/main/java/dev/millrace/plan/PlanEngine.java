package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.io.RedisClient;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.io.ReplyThread;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs requests on plans: each is a task of a scheduler, and so is each of its nodes that runs
 * beside it. Owns neither the scheduler nor the clients: whoever made them closes them, after this.
 * Thread-safe.
 *
 * <pre>{@code
 * var engine = PlanEngine.create(executor, clients, EngineConfig.defaults());
 * PlanAnswer answer = engine.run(plan, PlanRequest.of("r1", 7).withDeadline(ofMillis(50)));
 * }</pre>
 */
public final class PlanEngine implements AutoCloseable {

  private static final String TASK_NAME = "request";

  private final Scheduler scheduler;
  private final RedisClients clients;
  private final EngineConfig config;
  private final EngineTally tally = new EngineTally();

  /** Not answered, or still draining. */
  private final LiveRequests live = new LiveRequests();

  private volatile boolean closed;

  private PlanEngine(Scheduler scheduler, RedisClients clients, EngineConfig config) {
    this.scheduler = scheduler;
    this.clients = clients;
    this.config = config;
  }

  public static PlanEngine create(Scheduler scheduler, RedisClients clients, EngineConfig config) {
    return new PlanEngine(
        requireNonNull(scheduler, "scheduler is null"),
        requireNonNull(clients, "clients is null"),
        requireNonNull(config, "config is null"));
  }

  /**
   * Starts a request. The future completes with its answer, never exceptionally; cancelling it
   * cancels the request. Whoever hangs code on the future should hand it to an executor: otherwise
   * it runs on a worker, or after an error possibly on a thread that reads replies.
   */
  public CompletableFuture<PlanAnswer> submit(CompiledPlan plan, PlanRequest request) {
    return begin(plan, request, false);
  }

  private CompletableFuture<PlanAnswer> begin(
      CompiledPlan plan, PlanRequest request, boolean here) {
    RequestRun run =
        new RequestRun(
            this,
            requireNonNull(plan, "plan is null"),
            requireNonNull(request, "request is null"),
            here);
    if (isFull()) {
      return refuse(run, PlanError.Code.OVERLOADED, "too many requests: " + config.maxRequests());
    }
    if (closed) {
      return refuse(run, PlanError.Code.CANCELLED, "the engine is closed");
    }
    tally.requests.increment();
    if (here && run.endsWithoutTask()) {
      return run.answer();
    }
    live.add(run);
    if (closed) { // by somebody who has not seen it
      boolean _ = run.giveUp("the engine was closed");
    }
    try {
      Task task = Task.of(TASK_NAME, run);
      TaskHandle _ = here ? scheduler.submitHere(task) : scheduler.submit(task);
    } catch (RejectedExecutionException e) {
      tally.requests.decrement();
      run.leave();
      return refuse(run, PlanError.Code.OVERLOADED, "the executor takes no more tasks: " + e);
    }
    return run.answer();
  }

  /** Counting takes longer than a small node: not as long as there are fewer slots. */
  private boolean isFull() {
    return live.slots() >= config.maxRequests() && tally.live() >= config.maxRequests();
  }

  private CompletableFuture<PlanAnswer> refuse(RequestRun run, PlanError.Code code, String why) {
    tally.refused.increment();
    return CompletableFuture.completedFuture(run.answer().refusal(code, why));
  }

  /**
   * Runs a request and waits for its answer. If the thread is interrupted, the request is
   * cancelled. This thread begins with the request itself: it computes what is little and asks for
   * what the plan reads; workers do the rest, if there is any.
   */
  public PlanAnswer run(CompiledPlan plan, PlanRequest request) throws InterruptedException {
    if (ReplyThread.isCurrent()) {
      throw new IllegalStateException(
          "this thread reads replies, and would wait for one: use submit, or another thread");
    }
    CompletableFuture<PlanAnswer> answer = begin(plan, request, true);
    try {
      return answer.get();
    } catch (InterruptedException e) {
      boolean _ = answer.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw new AssertionError("an answer is never an exception", e);
    }
  }

  public EngineCounters counters() {
    return tally.snapshot();
  }

  /** Accepts nothing more and answers what has no answer with an error. Idempotent. */
  @Override
  public void close() {
    closed = true;
    live.forEach(run -> {
      boolean _ = run.giveUp("the engine was closed");
    });
  }

  EngineConfig config() {
    return config;
  }

  EngineTally tally() {
    return tally;
  }

  long nanoTime() {
    return config.nanoTime().getAsLong();
  }

  RedisClient redis(EndpointSpec endpoint) {
    return clients.client(endpoint);
  }

  void spawn(Task task) {
    TaskHandle _ = scheduler.submit(task);
  }

  @Override
  public String toString() {
    return "plan engine: %s".formatted(counters());
  }
}
