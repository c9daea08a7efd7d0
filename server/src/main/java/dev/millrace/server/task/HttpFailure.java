package dev.millrace.server.task;

/** Why a call came to nothing. Made for a future, never thrown across a thread's own frames. */
final class HttpFailure extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean refused;

  private HttpFailure(String reason, boolean refused) {
    super(reason, null, false, false);
    this.refused = refused;
  }

  static HttpFailure of(String reason) {
    return new HttpFailure(reason, false);
  }

  /** The rules do not let it go there. */
  static HttpFailure refused(String reason) {
    return new HttpFailure(reason, true);
  }

  boolean isRefused() {
    return refused;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
