package dev.millrace.server.engine;

import org.jspecify.annotations.Nullable;

/** Names of queues: a type, or a domain and a type. */
final class Queues {

  private Queues() {}

  static String name(String type, @Nullable String domain) {
    return domain == null || domain.isEmpty() ? type : domain + ":" + type;
  }

  /**
   * Whether what happens to a queue, or to the limit of a type, matters to who waits for a queue.
   */
  static boolean concerns(String name, String queue) {
    return queue.equals(name) || queue.endsWith(":" + name);
  }

  /** The type of a queue. Types have no colon; domains may. */
  static String type(String queue) {
    return queue.substring(queue.lastIndexOf(':') + 1);
  }
}
