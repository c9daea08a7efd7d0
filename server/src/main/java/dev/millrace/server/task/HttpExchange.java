package dev.millrace.server.task;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response, to an address that was looked at before: the connection goes there
 * and nowhere else, whatever the name means by then. Thread-safe.
 */
final class HttpExchange {

  private final HttpClient client;
  private final HttpCall call;
  private final HttpTaskSettings settings;

  /** Written on the event loop, read by whoever gives up. */
  private volatile @Nullable HttpClientRequest request;

  private volatile boolean givenUp;

  HttpExchange(HttpClient client, HttpCall call, HttpTaskSettings settings) {
    this.client = client;
    this.call = call;
    this.settings = settings;
  }

  Future<HttpAnswer> with(InetAddress address) {
    Buffer body = RequestBody.of(call);
    if (body != null && body.length() > settings.requestBytes()) {
      return Future.failedFuture(
          HttpFailure.of("the body has more than %d bytes".formatted(settings.requestBytes())));
    }
    return client.request(options(address, body != null)).compose(opened -> send(opened, body));
  }

  /** Ends it, if it is under way. */
  void giveUp() {
    givenUp = true;
    HttpClientRequest open = request;
    if (open != null) {
      var _ = open.reset();
    }
  }

  private RequestOptions options(InetAddress address, boolean hasBody) {
    var uri = call.uri();
    int port = RequestUri.port(uri);
    var options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(call.method()))
            .setHost(RequestUri.host(uri))
            .setPort(port)
            .setSsl(RequestUri.isSecure(uri))
            .setURI(RequestUri.pathAndQuery(uri))
            .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
            .setConnectTimeout(call.connectTimeout().toMillis())
            .setIdleTimeout(call.readTimeout().toMillis())
            .setFollowRedirects(false);
    if (hasBody) {
      options.putHeader("Content-Type", call.contentType());
    }
    call.headers().forEach(options::putHeader);
    return options;
  }

  private Future<HttpAnswer> send(HttpClientRequest opened, @Nullable Buffer body) {
    request = opened;
    if (givenUp) {
      giveUp();
    }
    var response = body == null ? opened.send() : opened.send(body);
    return response.compose(answered -> collected(opened, answered));
  }

  private Future<HttpAnswer> collected(HttpClientRequest opened, HttpClientResponse response) {
    Promise<HttpAnswer> whole = Promise.promise();
    Buffer bytes = Buffer.buffer();
    response.handler(chunk -> {
      if (bytes.length() + chunk.length() > settings.responseBytes()) {
        var failure =
            HttpFailure.of(
                "the response has more than %d bytes".formatted(settings.responseBytes()));
        if (whole.tryFail(failure)) {
          var _ = opened.reset();
        }
      } else {
        bytes.appendBuffer(chunk);
      }
    });
    response.exceptionHandler(whole::tryFail);
    response.endHandler(
        _ -> whole.tryComplete(new HttpAnswer(response.statusCode(), headers(response), bytes)));
    return whole.future();
  }

  private static Map<String, List<String>> headers(HttpClientResponse response) {
    var headers = new LinkedHashMap<String, List<String>>();
    for (String name : response.headers().names()) {
      headers.put(name, List.copyOf(response.headers().getAll(name)));
    }
    return headers;
  }
}
