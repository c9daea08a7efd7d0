package dev.millrace.plan.io;

import java.util.List;
import java.util.Map;

/** What Redis answered to one command. Strings are decoded as UTF-8. */
public sealed interface RedisReply {

  record Nil() implements RedisReply {}

  record Text(String value) implements RedisReply {}

  record Whole(long value) implements RedisReply {}

  record Elements(List<String> values) implements RedisReply {}

  /**
   * A hash; empty if the key does not exist. Of HMGET and MGET: the fields or keys that were asked
   * for and are there.
   */
  record Fields(Map<String, String> values) implements RedisReply {}

  /** The server refused the command, e.g. {@code WRONGTYPE Operation against a key …}. */
  record ServerError(String message) implements RedisReply {}
}
