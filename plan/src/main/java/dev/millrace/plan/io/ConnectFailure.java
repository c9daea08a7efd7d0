package dev.millrace.plan.io;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** No connection came about. The message says why, in few words. */
final class ConnectFailure extends Exception {

  private static final long serialVersionUID = 1;

  private ConnectFailure(String message, Throwable cause) {
    super(message, cause);
  }

  static ConnectFailure of(Exception e) {
    Throwable reason = e;
    for (Throwable next = deeper(e); next != null; next = deeper(next)) {
      reason = next;
    }
    String text = reason.getMessage() == null ? reason.toString() : reason.getMessage();
    if (e instanceof JedisDataException) {
      text = "the server refused: " + text + hint(text);
    }
    return new ConnectFailure(text, e);
  }

  /** The library tells the reason as the cause, or, if it tried several addresses, on the side. */
  private static @Nullable Throwable deeper(Throwable e) {
    if (e.getCause() != null) {
      return e.getCause();
    }
    return e.getSuppressed().length > 0 ? e.getSuppressed()[0] : null;
  }

  private static String hint(String text) {
    return text.startsWith("NOAUTH") || text.startsWith("WRONGPASS")
        ? " (user and password belong into the endpoint's address: redis://user:password@host:port)"
        : "";
  }
}
