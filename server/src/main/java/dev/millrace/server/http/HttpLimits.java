package dev.millrace.server.http;

import java.time.Duration;

/**
 * What is too much.
 *
 * @param bodyBytes the longest body; a longer one is answered 413
 * @param bodiesBytes all bodies together of requests that are not answered yet; who exceeds it is
 *     answered 503, but never updates. One body of full length always has room
 * @param lineBytes the longest first line of a request; a longer one is answered 414
 * @param headerBytes all headers of a request together; more is answered 431
 * @param inFlight requests that are worked on at once; more are answered 429, but never updates
 * @param waiting polls and synchronous starts that wait at once; more are answered 429
 * @param batch the most tasks that one answer hands out; who asks for more gets this many
 * @param listed the longest list of ids or definitions in a request
 * @param longPoll the longest wait of a poll that says {@code wait}
 * @param idle a connection on which nothing happens for so long is closed
 */
public record HttpLimits(
    int bodyBytes,
    int bodiesBytes,
    int lineBytes,
    int headerBytes,
    int inFlight,
    int waiting,
    int batch,
    int listed,
    Duration longPoll,
    Duration idle) {

  public static HttpLimits defaults() {
    return new HttpLimits(
        16 * 1024 * 1024,
        128 * 1024 * 1024,
        16 * 1024,
        32 * 1024,
        10_000,
        50_000,
        1000,
        1000,
        Duration.ofSeconds(60),
        Duration.ofSeconds(180));
  }

  public HttpLimits withBodyBytes(int other) {
    return new HttpLimits(
        other,
        bodiesBytes,
        lineBytes,
        headerBytes,
        inFlight,
        waiting,
        batch,
        listed,
        longPoll,
        idle);
  }

  public HttpLimits withBodiesBytes(int other) {
    return new HttpLimits(
        bodyBytes, other, lineBytes, headerBytes, inFlight, waiting, batch, listed, longPoll, idle);
  }

  public HttpLimits withInFlight(int other) {
    return new HttpLimits(
        bodyBytes,
        bodiesBytes,
        lineBytes,
        headerBytes,
        other,
        waiting,
        batch,
        listed,
        longPoll,
        idle);
  }

  public HttpLimits withWaiting(int other) {
    return new HttpLimits(
        bodyBytes,
        bodiesBytes,
        lineBytes,
        headerBytes,
        inFlight,
        other,
        batch,
        listed,
        longPoll,
        idle);
  }

  public HttpLimits withBatch(int other) {
    return new HttpLimits(
        bodyBytes,
        bodiesBytes,
        lineBytes,
        headerBytes,
        inFlight,
        waiting,
        other,
        listed,
        longPoll,
        idle);
  }
}
