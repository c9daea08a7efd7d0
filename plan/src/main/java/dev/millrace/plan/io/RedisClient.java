package dev.millrace.plan.io;

import java.util.List;

/**
 * Reads from one endpoint. Commands that are sent together, or by several callers at the same time,
 * share round trips. Thread-safe; never blocks the caller for the network.
 */
public interface RedisClient {

  /**
   * Sends all of {@code commands} together and hands over their replies together.
   *
   * @param callback called exactly once, on any thread, possibly before this returns
   */
  void send(List<RedisCommand> commands, Callback callback);

  /** Hears of replies. Must neither block nor throw. */
  interface Callback {

    /** One reply for each command, in their order. */
    void replied(List<RedisReply> replies);

    /** None of the replies will come: not connected, timed out, too much in flight, closed. */
    void failed(RedisFault fault);
  }
}
