package dev.millrace.server.task;

import static java.util.Objects.requireNonNull;

import dev.millrace.server.engine.OwnTask;
import dev.millrace.server.flow.TaskReport;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Does HTTP tasks: sends the request that the input's {@code http_request} describes and reports
 * the response. Nothing blocks, connections are kept. Thread-safe.
 */
public final class HttpTask implements OwnTask, AutoCloseable {

  private static final int WAITING_PER_HOST = 1_000;
  private static final int HEADER_BYTES = 32 * 1024;
  private static final long CLOSE_SECONDS = 10;

  private final Vertx vertx;
  private final HttpClient client;
  private final HttpTaskSettings settings;
  private final Resolver resolver;
  private final HttpTaskMetrics metrics = new HttpTaskMetrics();
  private final ExecutorService names = Executors.newVirtualThreadPerTaskExecutor();

  private HttpTask(HttpTaskSettings settings, Resolver resolver) {
    this.settings = requireNonNull(settings, "settings is null");
    this.resolver = resolver;
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(2)
                .setWorkerPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setDecompressionSupported(true)
                    .setMaxHeaderSize(HEADER_BYTES))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(settings.connectionsPerHost())
                    .setMaxWaitQueueSize(WAITING_PER_HOST))
            .build();
  }

  public static HttpTask open(HttpTaskSettings settings) {
    return new HttpTask(settings, Resolver.SYSTEM);
  }

  static HttpTask open(HttpTaskSettings settings, Resolver resolver) {
    return new HttpTask(settings, resolver);
  }

  public HttpTaskMetrics metrics() {
    return metrics;
  }

  @Override
  public CompletableFuture<TaskReport> run(Map<String, @Nullable Object> input) {
    metrics.calls.increment();
    return switch (HttpCall.of(input)) {
      case HttpCall.Read.Wrong wrong -> {
        metrics.refused.increment();
        yield CompletableFuture.completedFuture(HttpReports.wrong(wrong.reason()));
      }
      case HttpCall.Read.Right right -> run(right.call());
    };
  }

  private CompletableFuture<TaskReport> run(HttpCall call) {
    var way = new HttpWay(client, settings, metrics, this::addresses);
    var answer = way.answer(call).timeout(settings.longest().toMillis(), TimeUnit.MILLISECONDS);
    return answer
        .transform(result -> Future.succeededFuture(report(call, way, result)))
        .toCompletionStage()
        .toCompletableFuture();
  }

  private TaskReport report(HttpCall call, HttpWay way, AsyncResult<HttpAnswer> got) {
    HttpAnswer answer = got.result();
    if (answer != null) {
      (answer.isSuccess() ? metrics.succeeded : metrics.failed).increment();
      metrics.bytesReceived.add(answer.bytes().length());
      return HttpReports.of(call, answer);
    }
    way.giveUp();
    Throwable cause = got.cause();
    boolean refused = cause instanceof HttpFailure failure && failure.isRefused();
    (refused ? metrics.refused : metrics.failed).increment();
    return HttpReports.of(call, settings, cause);
  }

  private Future<HttpWay.Found> addresses(String host) {
    return Future.fromCompletionStage(
        CompletableFuture.supplyAsync(() -> HttpWay.Found.of(resolver, host), names),
        vertx.getOrCreateContext());
  }

  /** What is under way fails. */
  @Override
  public void close() {
    names.shutdown();
    try {
      var _ = vertx.close().await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      // Its threads are daemons: the process may end without them.
      return;
    }
  }
}
