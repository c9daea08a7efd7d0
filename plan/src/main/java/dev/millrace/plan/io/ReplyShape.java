package dev.millrace.plan.io;

import java.util.Locale;

/** What an array in a reply is, which only the command tells. */
enum ReplyShape {
  /** Names and values in turn, as HGETALL answers. */
  PAIRS,
  /** A value, or nothing, for each thing that was asked for, as HMGET and MGET answer. */
  ASKED_FOR,
  LIST;

  static ReplyShape of(RedisCommand command) {
    return switch (command.name().toUpperCase(Locale.ROOT)) {
      case "HGETALL" -> PAIRS;
      case "HMGET", "MGET" -> ASKED_FOR;
      default -> LIST;
    };
  }
}
