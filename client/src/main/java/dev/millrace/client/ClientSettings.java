package dev.millrace.client;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is and how to talk to it.
 *
 * @param baseUrl with or without {@code /api} at its end
 * @param connectTimeout how long making a connection may take
 * @param requestTimeout how long an answer may take; a long poll has its own time on top
 * @param maxConnections connections for everything but polls
 * @param maxPolls connections for polls, so that waiting ones are in nobody's way
 * @param retry how calls that are safe to repeat are repeated
 * @param credentials null if the server wants none
 */
public record ClientSettings(
    URI baseUrl,
    Duration connectTimeout,
    Duration requestTimeout,
    int maxConnections,
    int maxPolls,
    RetryPolicy retry,
    @Nullable Credentials credentials) {

  private static final String API = "/api";

  public ClientSettings {
    baseUrl = checked(requireNonNull(baseUrl, "baseUrl is null"));
    ensurePositive(connectTimeout, "connectTimeout");
    ensurePositive(requestTimeout, "requestTimeout");
    ensurePositive(maxConnections, "maxConnections");
    ensurePositive(maxPolls, "maxPolls");
    requireNonNull(retry, "retry is null");
  }

  /** 5 s to connect, 30 s to answer, 64 connections, 256 polls, default retries, no key. */
  public static ClientSettings of(String baseUrl) {
    return new ClientSettings(
        URI.create(baseUrl),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        64,
        256,
        RetryPolicy.defaults(),
        null);
  }

  public ClientSettings withConnectTimeout(Duration timeout) {
    return new ClientSettings(
        baseUrl, timeout, requestTimeout, maxConnections, maxPolls, retry, credentials);
  }

  public ClientSettings withRequestTimeout(Duration timeout) {
    return new ClientSettings(
        baseUrl, connectTimeout, timeout, maxConnections, maxPolls, retry, credentials);
  }

  public ClientSettings withMaxConnections(int connections) {
    return new ClientSettings(
        baseUrl, connectTimeout, requestTimeout, connections, maxPolls, retry, credentials);
  }

  public ClientSettings withMaxPolls(int polls) {
    return new ClientSettings(
        baseUrl, connectTimeout, requestTimeout, maxConnections, polls, retry, credentials);
  }

  public ClientSettings withRetry(RetryPolicy policy) {
    return new ClientSettings(
        baseUrl, connectTimeout, requestTimeout, maxConnections, maxPolls, policy, credentials);
  }

  public ClientSettings withCredentials(String keyId, String keySecret) {
    return new ClientSettings(
        baseUrl,
        connectTimeout,
        requestTimeout,
        maxConnections,
        maxPolls,
        retry,
        new Credentials(keyId, keySecret));
  }

  boolean tls() {
    return "https".equalsIgnoreCase(baseUrl.getScheme());
  }

  int port() {
    int port = baseUrl.getPort();
    return port > 0 ? port : tls() ? 443 : 80;
  }

  /** The path that all others are below, with {@code /api} at its end. */
  String basePath() {
    String path = requireNonNull(baseUrl.getRawPath()).replaceAll("/+$", "");
    return path.endsWith(API) ? path : path + API;
  }

  private static URI checked(URI url) {
    String scheme = url.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException(
          "baseUrl is not like http://localhost:8080/api, but " + url);
    }
    return url;
  }

  private static void ensurePositive(Duration value, String name) {
    if (!requireNonNull(value, name + " is null").isPositive()) {
      throw new IllegalArgumentException(name + " is not positive: " + value);
    }
  }

  private static void ensurePositive(int value, String name) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is less than 1: " + value);
    }
  }
}
