package dev.millrace.server.app;

import dev.millrace.server.engine.Engine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** Shows what an engine counts. */
final class EngineMeters {

  private EngineMeters() {}

  static void bind(Engine engine, MeterRegistry registry) {
    var metrics = engine.metrics();
    count(registry, "millrace.batches", "Transactions", metrics.batches);
    count(registry, "millrace.batches.failed", "Transactions that failed", metrics.failedBatches);
    count(registry, "millrace.commands", "Requests in transactions", metrics.commands);
    count(registry, "millrace.workflows.started", "Workflows started", metrics.workflowsStarted);
    count(registry, "millrace.workflows.ended", "Workflows ended", metrics.workflowsEnded);
    count(registry, "millrace.tasks.scheduled", "Tasks put into queues", metrics.tasksScheduled);
    count(registry, "millrace.tasks.handed.out", "Tasks handed out", metrics.tasksHandedOut);
    count(
        registry,
        "millrace.tasks.chained",
        "Tasks handed out with the answer to an update",
        metrics.tasksChained);
    count(registry, "millrace.tasks.ended", "Tasks ended", metrics.tasksEnded);
    count(
        registry, "millrace.updates.ignored", "Updates that came too late", metrics.updatesIgnored);
    count(registry, "millrace.tasks.returned", "Tasks given back", metrics.tasksReturned);
    count(registry, "millrace.leases.stale", "Updates under a lost lease", metrics.staleLeases);
    count(registry, "millrace.timers", "Timers that rang", metrics.timersDue);
    count(registry, "millrace.alerts", "Timeouts that only alert", metrics.alerts);
    FunctionCounter.builder(
            "millrace.batches.seconds", metrics, each -> each.storeNanos.sum() / 1e9)
        .description("Time spent in transactions")
        .register(registry);
    Gauge.builder("millrace.backlog", engine, Engine::backlog)
        .description("Requests that wait for the next transaction")
        .register(registry);
  }

  private static void count(
      MeterRegistry registry, String name, String description, LongAdder counter) {
    FunctionCounter.builder(name, counter, LongAdder::sum)
        .description(description)
        .register(registry);
  }
}
