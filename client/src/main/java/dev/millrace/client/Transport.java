package dev.millrace.client;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * HTTP: sends calls and tells what came of them, each once, in time. Knows nothing of what they
 * mean. Confined to the event loop but for {@link #loop} and {@link #close}.
 */
final class Transport {

  /** How exact timeouts are. One timer for all calls is cheaper than one for each. */
  private static final Duration TICK = Duration.ofMillis(50);

  /** How long the loop may be busy with one thing before that is logged. */
  private static final Duration BLOCKED = Duration.ofSeconds(10);

  private static final int KEEP_ALIVE_SECONDS = 30;
  private static final int MAX_WAITING_CALLS = 10_000;
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain");
  static final CharSequence AUTHORIZATION = HttpHeaders.createOptimized("X-Authorization");

  private final Vertx vertx;
  private final VertxLoop loop;
  private final ClientSettings settings;
  private final String basePath;
  private final HttpClient calls;
  private final HttpClient polls;

  private final AtomicBoolean closing = new AtomicBoolean();

  // On the loop alone.
  private final Set<Exchange> underWay = new LinkedHashSet<>();
  private EventLoop.@Nullable Timer ticking;
  private boolean closed;

  Transport(ClientSettings settings) {
    this.settings = settings;
    this.basePath = settings.basePath();
    this.vertx = Vertx.vertx(vertxOptions());
    this.loop = new VertxLoop(vertx);
    this.calls = httpClient(settings.maxConnections());
    this.polls = httpClient(settings.maxPolls());
  }

  VertxLoop loop() {
    return loop;
  }

  /**
   * Sends a call; {@code then} is told on the loop, never before this returns unless the loop has
   * ended.
   */
  void send(HttpCall call, @Nullable String token, Consumer<HttpReply> then) {
    loop.ensureOnLoop();
    if (closed) {
      refuse(then);
      return;
    }
    long deadline = loop.nanoTime() + TimeUnit.MILLISECONDS.toNanos(call.timeoutMillis());
    Exchange exchange = new Exchange(call, deadline, underWay::remove, then);
    underWay.add(exchange);
    (call.poll() ? polls : calls)
        .request(options(call, token))
        .onComplete(exchange::connected, exchange::notConnected);
    tickLater();
  }

  /**
   * Gives up what is under way. Idempotent, from any thread but the loop; waits.
   *
   * @param last run on the loop after that: no timer of the loop goes off any more
   */
  void close(Runnable last) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    // To its end before anything is torn down: what is under way hears that the client is closed,
    // and not that a connection broke, which would be a reason to try again.
    var told = CompletableFuture.runAsync(() -> closeOnLoop(last), loop);
    try {
      told.join();
    } finally {
      var _ = vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private void closeOnLoop(Runnable last) {
    closed = true;
    List.copyOf(underWay).forEach(Exchange::close);
    last.run();
  }

  private void refuse(Consumer<HttpReply> then) {
    var refused = new HttpReply.Unanswered(ClientException.closed(false));
    try {
      loop.execute(() -> then.accept(refused));
    } catch (RejectedExecutionException e) {
      // This is among the last things that run on the loop.
      then.accept(refused);
    }
  }

  private void tickLater() {
    if (ticking == null) {
      ticking = loop.after(TICK, this::tick);
    }
  }

  private void tick() {
    ticking = null;
    long now = loop.nanoTime();
    List.copyOf(underWay).forEach(exchange -> exchange.expire(now));
    if (!underWay.isEmpty()) {
      tickLater();
    }
  }

  private RequestOptions options(HttpCall call, @Nullable String token) {
    MultiMap headers = HttpHeaders.headers();
    if (call.body() != null) {
      headers = headers.set(HttpHeaders.CONTENT_TYPE, call.plainText() ? TEXT : JSON);
    }
    if (token != null) {
      headers = headers.set(AUTHORIZATION, token);
    }
    RequestOptions options =
        new RequestOptions().setMethod(call.method()).setURI(basePath + call.target());
    return headers.isEmpty() ? options : options.setHeaders(headers);
  }

  private HttpClient httpClient(int connections) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setDefaultHost(settings.baseUrl().getHost())
            .setDefaultPort(settings.port())
            .setSsl(settings.tls())
            .setConnectTimeout(Math.toIntExact(settings.connectTimeout().toMillis()))
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS);
    PoolOptions pool =
        new PoolOptions().setHttp1MaxSize(connections).setMaxWaitQueueSize(MAX_WAITING_CALLS);
    return vertx.createHttpClient(options, pool);
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setWorkerPoolSize(1)
        .setInternalBlockingPoolSize(2)
        .setUseDaemonThread(true)
        // The default complains on machines that are merely busy.
        .setMaxEventLoopExecuteTime(BLOCKED.toNanos())
        .setWarningExceptionTime(BLOCKED.multipliedBy(2).toNanos())
        .setFileSystemOptions(
            new FileSystemOptions()
                .setClassPathResolvingEnabled(false)
                .setFileCachingEnabled(false));
  }
}
