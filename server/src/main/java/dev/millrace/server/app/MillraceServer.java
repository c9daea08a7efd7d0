package dev.millrace.server.app;

import dev.millrace.server.engine.Engine;
import dev.millrace.server.engine.EngineLog;
import dev.millrace.server.engine.EngineSettings;
import dev.millrace.server.engine.OwnTask;
import dev.millrace.server.http.Health;
import dev.millrace.server.http.HttpApi;
import dev.millrace.server.http.HttpSettings;
import dev.millrace.server.http.Services;
import dev.millrace.server.store.Store;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A running server. Closes what it was given, in the order in which nothing is lost: no new work,
 * no waiting polls, what has come is answered, then the store. Thread-safe.
 */
public final class MillraceServer implements AutoCloseable {

  private final Parts parts;
  private final Engine engine;
  private final HttpApi http;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * What a server is made of.
   *
   * @param own tasks that the server works on itself, by type
   * @param config what {@code /api/admin/config} shows; no secrets
   */
  public record Parts(
      Store store,
      HttpSettings http,
      EngineSettings engine,
      Engine.Languages languages,
      Map<String, OwnTask> own,
      EngineLog log,
      Map<String, String> config) {}

  /** What became of all that was accepted, for the last line that a server prints. */
  public record Balance(
      long workflowsStarted,
      long workflowsEnded,
      long tasksHandedOut,
      long tasksEnded,
      long tasksReturned) {

    @Override
    public String toString() {
      return "workflows started %,d, ended %,d; tasks handed out %,d, ended %,d, returned %,d"
          .formatted(workflowsStarted, workflowsEnded, tasksHandedOut, tasksEnded, tasksReturned);
    }
  }

  private MillraceServer(Parts parts, Engine engine, HttpApi http) {
    this.parts = parts;
    this.engine = engine;
    this.http = http;
  }

  /**
   * Starts a server; it is ready when this returns.
   *
   * @throws IOException if it cannot listen; the store is closed then
   */
  public static MillraceServer start(Parts parts) throws IOException {
    var engine =
        Engine.open(parts.store(), parts.engine(), parts.languages(), parts.own(), parts.log());
    try {
      var metrics = QueueMeters.registry(engine, InstantSource.system(), System::nanoTime);
      EngineMeters.bind(engine, metrics);
      Health health = () -> List.of(store(parts.store(), engine));
      var services =
          new Services(
              engine.tasks(),
              engine.workflows(),
              engine.definitions(),
              health,
              metrics,
              parts.config());
      return new MillraceServer(parts, engine, HttpApi.start(parts.http(), services));
    } catch (IOException | RuntimeException e) {
      engine.close();
      parts.store().close();
      throw e;
    }
  }

  private static Health.Component store(Store store, Engine engine) {
    var trouble = engine.trouble();
    return new Health.Component(
        "store", trouble == null, trouble == null ? store.describe() : trouble);
  }

  public int port() {
    return http.port();
  }

  public String storeDescription() {
    return parts.store().describe();
  }

  /** The engine, for those who are in the same process. */
  public Engine engine() {
    return engine;
  }

  public Balance balance() {
    var metrics = engine.metrics();
    return new Balance(
        metrics.workflowsStarted.sum(),
        metrics.workflowsEnded.sum(),
        metrics.tasksHandedOut.sum(),
        metrics.tasksEnded.sum(),
        metrics.tasksReturned.sum());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      engine.drain();
      http.close();
      engine.close();
      parts.store().close();
    }
  }
}
