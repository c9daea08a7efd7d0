package dev.millrace.server.http;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * What all requests share. Thread-safe.
 *
 * @param waiting those whose answer may take long, for servers and workers that close
 */
record Edge(
    RouteTable table,
    HttpLimits limits,
    Gate gate,
    RequestMetrics metrics,
    Problems problems,
    Waiting waiting) {

  /** Longer JSON is neither read nor written on an event loop. */
  static final int SMALL = 64 * 1024;

  /** What an answer may be at most; nobody could hold more in one piece. */
  private static final int MOST = Integer.MAX_VALUE - 64;

  /** Null if it is not small. */
  static @Nullable Buffer small(Object value) {
    return JsonOut.encode(value, SMALL);
  }

  static Buffer large(Object value) {
    Buffer all = JsonOut.encode(value, MOST);
    if (all == null) {
      throw new Refusal(500, "The answer is longer than 2 GB; ask for less at once");
    }
    return all;
  }
}
