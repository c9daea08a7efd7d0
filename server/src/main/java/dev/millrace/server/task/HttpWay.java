package dev.millrace.server.task;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way of one call: find the host's addresses, take one that is allowed, ask there, and do so
 * again where the answer sends it, if that is wished. Used once.
 */
final class HttpWay {

  private static final int MOST_REDIRECTS = 5;

  private final HttpClient client;
  private final HttpTaskSettings settings;
  private final HttpTaskMetrics metrics;
  private final Function<String, Future<Found>> addresses;
  private volatile @Nullable HttpExchange current;

  HttpWay(
      HttpClient client,
      HttpTaskSettings settings,
      HttpTaskMetrics metrics,
      Function<String, Future<Found>> addresses) {
    this.client = client;
    this.settings = settings;
    this.metrics = metrics;
    this.addresses = addresses;
  }

  /** The addresses of a host, or why there are none. */
  sealed interface Found {

    record Addresses(List<InetAddress> all) implements Found {}

    record Unknown() implements Found {}

    static Found of(Resolver resolver, String host) {
      try {
        return new Addresses(resolver.addresses(host));
      } catch (UnknownHostException unknown) {
        return new Unknown();
      }
    }
  }

  Future<HttpAnswer> answer(HttpCall call) {
    return step(call, 0);
  }

  void giveUp() {
    HttpExchange open = current;
    if (open != null) {
      open.giveUp();
    }
  }

  private Future<HttpAnswer> step(HttpCall call, int redirects) {
    String host = RequestUri.host(call.uri());
    return addresses
        .apply(host)
        .compose(found -> allowed(host, found))
        .compose(address -> exchange(call, address))
        .compose(answer -> next(call, answer, redirects));
  }

  private Future<InetAddress> allowed(String host, Found found) {
    if (!(found instanceof Found.Addresses(var all)) || all.isEmpty()) {
      return Future.failedFuture(HttpFailure.of("the host '" + host + "' is not known"));
    }
    String refusal = null;
    for (InetAddress address : all) {
      refusal = settings.addresses().refusal(host, address);
      if (refusal == null) {
        return Future.succeededFuture(address);
      }
    }
    return Future.failedFuture(HttpFailure.refused(String.valueOf(refusal)));
  }

  private Future<HttpAnswer> exchange(HttpCall call, InetAddress address) {
    var exchange = new HttpExchange(client, call, settings);
    current = exchange;
    try {
      return exchange.with(address);
    } catch (IllegalArgumentException wrong) {
      // A header or a method that cannot be sent.
      return Future.failedFuture(HttpFailure.of(String.valueOf(wrong.getMessage())));
    }
  }

  private Future<HttpAnswer> next(HttpCall call, HttpAnswer answer, int redirects) {
    String location = answer.header("Location");
    if (!call.followRedirects() || location == null || !isRedirect(answer.status())) {
      return Future.succeededFuture(answer);
    }
    if (redirects == MOST_REDIRECTS) {
      return Future.failedFuture(
          HttpFailure.of("more than %d redirects".formatted(MOST_REDIRECTS)));
    }
    return switch (target(call.uri(), location)) {
      case RequestUri.Read.Wrong wrong ->
          Future.failedFuture(HttpFailure.of("redirected to nowhere: " + wrong.reason()));
      case RequestUri.Read.Right right -> {
        metrics.redirects.increment();
        boolean asGet =
            answer.status() == 303 || (answer.status() < 303 && call.method().equals("POST"));
        yield step(call.redirected(right.uri(), asGet), redirects + 1);
      }
    };
  }

  private static boolean isRedirect(int status) {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> true;
      default -> false;
    };
  }

  private static RequestUri.Read target(URI from, String location) {
    try {
      return RequestUri.checked(from.resolve(location));
    } catch (IllegalArgumentException wrong) {
      return new RequestUri.Read.Wrong(location);
    }
  }
}
