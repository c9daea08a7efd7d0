package dev.millrace.server.engine;

import dev.millrace.executor.ExecutorConfig;
import dev.millrace.executor.MillraceExecutor;
import dev.millrace.server.Definitions;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import dev.millrace.server.Workflows;
import dev.millrace.server.flow.Decider;
import dev.millrace.server.flow.FlowSettings;
import dev.millrace.server.flow.JqEngine;
import dev.millrace.server.flow.ScriptEngine;
import dev.millrace.server.store.QueueSize;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The durable task engine: workflows and tasks on a store. {@code SERVER.md} tells how it works.
 * Thread-safe. Does not close its store.
 */
public final class Engine implements AutoCloseable {

  private final EngineSettings settings;
  private final EngineMetrics metrics = new EngineMetrics();
  private final MillraceExecutor executor;
  private final Mill mill;
  private final Reader reader;
  private final Desk desk;
  private final OwnTasks ownTasks;
  private final EngineTasks tasks;
  private final EngineWorkflows workflows;
  private final EngineDefinitions definitions;

  /** What users' definitions run with. */
  public record Languages(ScriptEngine scripts, JqEngine jq) {}

  private Engine(
      Store store,
      EngineSettings settings,
      Languages languages,
      Map<String, OwnTask> own,
      EngineLog log,
      LongSupplier clock) {
    this.settings = settings;
    var ids = new TimeOrderedIds(clock, new SplittableRandom(new SecureRandom().nextLong()));
    var flows = new FlowDefs(settings.knownDefinitions());
    var definer = new Definer(flows, settings.knownDefinitions());
    var pollers = new Pollers();
    var revoked = new Revoked();
    var watchers = new Watchers();
    executor = MillraceExecutor.create(ExecutorConfig.defaults().withWorkers(settings.workers()));
    var decider =
        new Decider(
            new FlowSettings(
                ids,
                bound -> ThreadLocalRandom.current().nextInt(bound + 1),
                languages.scripts(),
                languages.jq(),
                definer::task,
                (type, domain) -> pollers.active(type, domain, clock.getAsLong()),
                settings.flow()));
    var parts =
        new Parts(
            decider,
            definer,
            new KnownWorkflows(store.exclusive() ? settings.knownTasks() : 0),
            new Parts.Watchmen(revoked, metrics, log),
            store.exclusive());
    mill = new Mill(store, parts, pollers, clock, executor, watchers::changed);
    reader = new Reader(store, flows, settings.reads());
    desk = new Desk(mill, reader, executor, watchers, ids, definer);
    ownTasks = new OwnTasks(desk, own);
    tasks = new EngineTasks(desk, settings, pollers, revoked);
    workflows = new EngineWorkflows(desk, settings);
    definitions = new EngineDefinitions(desk, clock);
    store.listen(this::heard);
  }

  /** Opens an engine on a store; what was under way goes on. */
  public static Engine open(
      Store store,
      EngineSettings settings,
      Languages languages,
      Map<String, OwnTask> own,
      EngineLog log) {
    return open(store, settings, languages, own, log, new SteadyClock());
  }

  static Engine open(
      Store store,
      EngineSettings settings,
      Languages languages,
      Map<String, OwnTask> own,
      EngineLog log,
      LongSupplier clock) {
    var engine = new Engine(store, settings, languages, own, log, clock);
    engine.mill.start();
    engine.ownTasks.start(store.exclusive());
    return engine;
  }

  private void heard(Signal signal) {
    switch (signal) {
      case Signal.QueueReady(var queue) -> mill.send(new Command.Look(queue));
      case Signal.WorkflowChanged(var id) -> desk.watchers().changed(id);
      case Signal.DocumentsChanged _ -> {
        // Every batch looks at the number of the definitions' last change.
      }
      case Signal.Anything _ -> {
        mill.send(new Command.Look(null));
        desk.watchers().anyChanged();
      }
    }
  }

  /** The server's own tasks, for those who play with the clock. */
  OwnTasks ownTasks() {
    return ownTasks;
  }

  public Tasks tasks() {
    return tasks;
  }

  public Workflows workflows() {
    return workflows;
  }

  public Definitions definitions() {
    return definitions;
  }

  public EngineMetrics metrics() {
    return metrics;
  }

  /** What is wrong with the store, as far as it is known; null if nothing is. */
  public @Nullable String trouble() {
    return mill.trouble();
  }

  /** What waits in the queues. Counts it all: the more there is, the longer that takes. */
  public CompletableFuture<List<QueueSize>> queueSizes() {
    return reader.read(view -> view.tx().queueSizes());
  }

  /** How many requests wait to be taken. */
  public int backlog() {
    return mill.backlog();
  }

  /** Refuses new work from now on; updates are still taken. */
  public void drain() {
    desk.close();
  }

  /** Ends the polls that wait, does what has come, gives back what the server works on itself. */
  @Override
  public void close() {
    desk.close();
    ownTasks.close(settings.closeTimeout());
    mill.close();
    reader.close();
    executor.close();
  }

  /** What is said when there is too much. */
  static ServiceException overloaded(String what) {
    return new ServiceException(
        ServiceException.Code.OVERLOADED, "Too many " + what + " at the moment; try again later");
  }
}
