package dev.millrace.server.http;

import java.io.Serial;
import java.util.Map;

/** A request that HTTP itself refuses, before or beside the services. */
final class Refusal extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final int status;
  // Exceptions are serializable by descent; nobody writes this one down.
  private final transient Map<String, String> headers;

  Refusal(int status, String message) {
    this(status, message, Map.of());
  }

  Refusal(int status, String message, Map<String, String> headers) {
    // A stack trace would cost more than the refusal, and show nothing.
    super(message, null, false, false);
    this.status = status;
    this.headers = Map.copyOf(headers);
  }

  static Refusal tooMuch(String message) {
    return new Refusal(429, message, Map.of("Retry-After", "1"));
  }

  static Refusal full(String message) {
    return new Refusal(503, message, Map.of("Retry-After", "1"));
  }

  static Refusal closing() {
    return full("The server is closing");
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }
}
