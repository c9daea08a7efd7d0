package dev.millrace.server.task;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a task's input asks for.
 *
 * @param headers by name; they win over what the content type and accept say
 */
record HttpCall(
    String method,
    URI uri,
    Map<String, String> headers,
    @Nullable Object body,
    String contentType,
    Duration connectTimeout,
    Duration readTimeout,
    boolean followRedirects,
    boolean asyncComplete) {

  private static final String JSON = "application/json";
  private static final int DEFAULT_TIMEOUT_MILLIS = 3_000;

  /** What came of reading an input. */
  sealed interface Read {

    record Right(HttpCall call) implements Read {}

    record Wrong(String reason) implements Read {}
  }

  /** The request is the input's {@code http_request}, or the input itself. */
  static Read of(Map<String, @Nullable Object> input) {
    Object given = input.get("http_request");
    if (given != null && !(given instanceof Map<?, ?>)) {
      return new Read.Wrong("The input 'http_request' must be an object with 'uri' and 'method'");
    }
    Map<?, ?> request = given instanceof Map<?, ?> map ? map : input;
    Object uri = request.get("uri");
    Object method = request.get("method");
    if (uri == null || uri.toString().isBlank()) {
      return new Read.Wrong("The request has no URI: set 'http_request.uri'");
    }
    if (method == null || !method.toString().matches("[A-Za-z]{1,20}")) {
      return new Read.Wrong("The request has no HTTP method: set 'http_request.method'");
    }
    return switch (RequestUri.read(uri.toString())) {
      case RequestUri.Read.Wrong wrong -> new Read.Wrong(wrong.reason());
      case RequestUri.Read.Right right -> whole(request, input, right.uri(), method.toString());
    };
  }

  private static Read whole(
      Map<?, ?> request, Map<String, @Nullable Object> input, URI uri, String method) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Accept", text(request.get("accept"), JSON));
    if (request.get("headers") instanceof Map<?, ?> given) {
      given.forEach((name, value) -> {
        if (value != null) {
          headers.keySet().removeIf(known -> known.equalsIgnoreCase(String.valueOf(name)));
          headers.put(String.valueOf(name), value.toString());
        }
      });
    }
    for (String name : headers.keySet()) {
      if (RequestUri.OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
        return new Read.Wrong("The header '" + name + "' is the server's own and cannot be set");
      }
    }
    return new Read.Right(
        new HttpCall(
            method.toUpperCase(Locale.ROOT),
            uri,
            headers,
            request.get("body"),
            text(request.get("contentType"), JSON),
            millis(request.get("connectionTimeOut")),
            millis(request.get("readTimeOut")),
            isTrue(request.get("followRedirects")),
            isTrue(input.get("asyncComplete")) || isTrue(request.get("asyncComplete"))));
  }

  private static String text(@Nullable Object value, String otherwise) {
    return value == null || value.toString().isBlank() ? otherwise : value.toString();
  }

  private static boolean isTrue(@Nullable Object value) {
    return value != null && Boolean.parseBoolean(value.toString());
  }

  private static Duration millis(@Nullable Object value) {
    long given = value instanceof Number number ? number.longValue() : parsed(value);
    return Duration.ofMillis(given > 0 ? given : DEFAULT_TIMEOUT_MILLIS);
  }

  private static long parsed(@Nullable Object value) {
    return value instanceof String text && text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
  }

  /** The same to another place; without a body if it is a GET from now on. */
  HttpCall redirected(URI target, boolean asGet) {
    var kept = new LinkedHashMap<>(headers);
    if (!RequestUri.sameOrigin(uri, target)) {
      // Secrets are for whom they were meant.
      kept.keySet().removeIf(name -> RequestUri.SECRETS.contains(name.toLowerCase(Locale.ROOT)));
    }
    return new HttpCall(
        asGet ? "GET" : method,
        target,
        kept,
        asGet ? null : body,
        contentType,
        connectTimeout,
        readTimeout,
        followRedirects,
        asyncComplete);
  }
}
