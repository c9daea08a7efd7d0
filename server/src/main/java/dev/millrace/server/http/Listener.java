package dev.millrace.server.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Serves on one event loop. Confined to it. */
final class Listener extends VerticleBase {

  private final Edge edge;
  private final HttpServerOptions options;
  private @Nullable HttpServer server;

  Listener(Edge edge, HttpServerOptions options) {
    this.edge = edge;
    this.options = options;
  }

  static HttpServerOptions options(HttpSettings settings, int port) {
    HttpLimits limits = settings.limits();
    return new HttpServerOptions()
        .setHost(settings.address())
        .setPort(port)
        .setTcpNoDelay(true)
        .setAcceptBacklog(1024)
        .setHandle100ContinueAutomatically(true)
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(limits.lineBytes())
        .setMaxHeaderSize(limits.headerBytes())
        .setIdleTimeout((int) limits.idle().toSeconds());
  }

  @Override
  public Future<HttpServer> start() {
    var made =
        vertx
            .createHttpServer(options)
            .requestHandler(request -> new Exchange(edge, request, context).begin())
            .invalidRequestHandler(this::invalid);
    server = made;
    return made.listen();
  }

  /** Once it has started. */
  HttpServer server() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server;
  }

  /** What Netty could not read. */
  private void invalid(HttpServerRequest request) {
    Refusal refusal =
        switch (request.decoderResult().cause()) {
          case TooLongHttpLineException e ->
              new Refusal(
                  414, "The address is longer than " + edge.limits().lineBytes() + " bytes");
          case TooLongHttpHeaderException e ->
              new Refusal(
                  431, "The headers are longer than " + edge.limits().headerBytes() + " bytes");
          case null, default -> new Refusal(400, "This is not HTTP");
        };
    var problem = edge.problems().of(refusal, "no route");
    var body = Edge.small(problem.body());
    var ignored =
        request
            .response()
            .setStatusCode(problem.status())
            .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
            .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
            .end(body)
            .eventually(() -> request.connection().close());
    edge.metrics().answered(null, problem.status(), 0);
  }
}
