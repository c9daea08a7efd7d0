package dev.millrace.plan.io;

/** Why no reply came. */
public record RedisFault(Kind kind, String message) {

  /** What went wrong. */
  public enum Kind {
    NOT_CONNECTED,
    CONNECTION_LOST,
    TIMED_OUT,
    /** The endpoint failed so often that it is not even tried for a while. */
    CIRCUIT_OPEN,
    OVERLOADED,
    /** The replies together are larger than what is allowed for one send. */
    REPLY_TOO_LARGE,
    CLOSED
  }
}
