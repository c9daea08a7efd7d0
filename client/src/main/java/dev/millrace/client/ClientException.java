package dev.millrace.client;

import java.io.Serial;
import java.util.List;

/**
 * A call that failed: the server said no, or did not answer.
 *
 * <p>Immutable but for what every exception has.
 */
public final class ClientException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  /** The status of a call without an answer. */
  public static final int NO_ANSWER = 0;

  private final int status;
  private final boolean retryable;
  private final boolean sent;
  private final transient List<ValidationError> validationErrors;

  private ClientException(
      String message,
      int status,
      boolean retryable,
      boolean sent,
      List<ValidationError> validationErrors,
      boolean stack) {
    super(message, null, false, stack);
    this.status = status;
    this.retryable = retryable;
    this.sent = sent;
    this.validationErrors = List.copyOf(validationErrors);
  }

  /** The server answered with something else than a success. */
  static ClientException answered(
      int status, String message, boolean retryable, List<ValidationError> validationErrors) {
    return new ClientException(message, status, retryable, true, validationErrors, false);
  }

  /** The request went out, perhaps, and there was no answer. */
  static ClientException unanswered(String message) {
    return new ClientException(message, NO_ANSWER, true, true, List.of(), false);
  }

  /** The request did not leave this process. */
  static ClientException notSent(String message, boolean retryable) {
    return new ClientException(message, NO_ANSWER, retryable, false, List.of(), false);
  }

  /** The client was closed, and the call with it: there is nothing to repeat it with. */
  static ClientException closed(boolean sent) {
    String message = sent ? "The client was closed before the answer came" : "The client is closed";
    return new ClientException(message, NO_ANSWER, false, sent, List.of(), false);
  }

  /** There is an answer, and it cannot be read. */
  static ClientException unreadable(int status, String message) {
    return new ClientException(message, status, false, true, List.of(), false);
  }

  /** The same with the stack of this thread: the event loop's says nothing to anybody. */
  ClientException thrownHere() {
    return new ClientException(
        String.valueOf(getMessage()), status, retryable, sent, validationErrors, true);
  }

  /** The HTTP status, or {@link #NO_ANSWER}. */
  public int status() {
    return status;
  }

  /** Whether the same call may succeed later. Says nothing of whether it is safe to repeat. */
  public boolean isRetryable() {
    return retryable;
  }

  /** Whether the request may have reached the server; if not, repeating it is always safe. */
  public boolean wasSent() {
    return sent;
  }

  /** What is wrong with the request, if the server said so in detail. */
  public List<ValidationError> validationErrors() {
    return validationErrors;
  }
}
