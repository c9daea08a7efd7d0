package dev.millrace.server.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The running HTTP server. Thread-safe.
 *
 * <p>Its life: {@link #start} answers when it listens. {@link #close} 1. refuses new work and says
 * so in {@code /health}, 2. accepts no connection any more, 3. answers who only waits with nothing
 * found, 4. waits for the rest, for a bounded time, 5. closes all connections.
 */
public final class HttpApi implements AutoCloseable {

  private static final Logger LOG = System.getLogger(HttpApi.class.getName());
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration FLUSH = Duration.ofMillis(500);
  private static final Duration STOP = Duration.ofSeconds(5);

  private final HttpSettings settings;
  private final Vertx vertx;
  private final Edge edge;
  private final List<Listener> listeners = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private HttpApi(HttpSettings settings, Vertx vertx, Edge edge) {
    this.settings = settings;
    this.vertx = vertx;
    this.edge = edge;
  }

  /**
   * Listens.
   *
   * @throws IOException if it cannot listen there
   * @throws IllegalArgumentException if the address is for others and that was not asked for
   */
  public static HttpApi start(HttpSettings settings, Services services) throws IOException {
    refuseUnguarded(settings);
    var gate = new Gate(settings.limits());
    var problems = new Problems(hostName());
    var waiting = new Waiting();
    var table = Routes.table(services, settings.limits(), gate, waiting, problems);
    var metrics = new RequestMetrics(services.metrics(), table.routes(), gate);
    var edge = new Edge(table, settings.limits(), gate, metrics, problems, waiting);
    var api = new HttpApi(settings, vertx(settings.eventLoops()), edge);
    try {
      api.listen();
    } catch (IOException e) {
      api.close();
      throw e;
    }
    return api;
  }

  /** The one that it listens on, also if any was asked for. */
  public int port() {
    return listeners.getFirst().server().actualPort();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    var idle = edge.gate().drain();
    var closing = listeners.stream().map(l -> l.server().shutdown(settings.drain())).toList();
    edge.waiting().endAll();
    await(idle, settings.drain(), "answer all requests");
    // What has been answered is on its way; a connection that does not take it is not waited for.
    await(future(Future.join(closing)), FLUSH, "close connections");
    await(future(vertx.close()), STOP, "stop event loops");
  }

  private void listen() throws IOException {
    int port = settings.port();
    for (int i = 0; i < settings.eventLoops(); i++) {
      var listener = new Listener(edge, Listener.options(settings, port));
      var started = vertx.deployVerticle(listener).toCompletionStage().toCompletableFuture();
      try {
        var ignored = started.get(START.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        String where = settings.address() + ":" + port;
        throw new IOException("Cannot listen on " + where + ": " + e.getMessage(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted while starting to listen", e);
      }
      listeners.add(listener);
      // All loops share the port that the first one got.
      port = listener.server().actualPort();
    }
  }

  private static Vertx vertx(int loops) {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(loops)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(2)
            // No files are served, so no folder for them is needed.
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }

  private static void refuseUnguarded(HttpSettings settings) {
    boolean loopback;
    try {
      loopback = InetAddress.getByName(settings.address()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("No such address: " + settings.address(), e);
    }
    if (!loopback && !settings.insecure()) {
      throw new IllegalArgumentException(
          "Listening on "
              + settings.address()
              + " lets everybody who reaches it use this server without a key;"
              + " listen on 127.0.0.1, or set http.insecure (--insecure) if the network is safe");
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static CompletableFuture<?> future(Future<?> future) {
    return future.toCompletionStage().toCompletableFuture();
  }

  private static void await(CompletableFuture<?> future, Duration most, String what) {
    try {
      Object ignored = future.get(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.INFO, "Could not " + what + " in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
