package dev.millrace.server.http;

import dev.millrace.client.ErrorResponse;
import dev.millrace.client.ValidationError;
import dev.millrace.server.ServiceException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Turns whatever went wrong into an answer in the reference's form. The only place that knows which
 * fault has which status. Thread-safe.
 */
final class Problems {

  private static final Logger LOG = System.getLogger(Problems.class.getName());
  private static final Map<String, String> RETRY = Map.of("Retry-After", "1");

  private final String instance;

  /** The answer to something that went wrong. */
  record Problem(ErrorResponse body, Map<String, String> headers) {
    int status() {
      return body.status();
    }
  }

  /**
   * @param instance this server's name
   */
  Problems(String instance) {
    this.instance = instance;
  }

  Problem of(Throwable fault, String where) {
    return switch (fault) {
      case CompletionException wrapped when wrapped.getCause() != null ->
          of(wrapped.getCause(), where);
      case ServiceException refused -> of(refused);
      case Refusal refused -> {
        boolean retryable = refused.status() == 429 || refused.status() == 503;
        yield problem(refused.status(), refused.getMessage(), retryable, refused.headers());
      }
      default -> unexpected(fault, where);
    };
  }

  private Problem of(ServiceException refused) {
    String message = String.valueOf(refused.getMessage());
    return switch (refused.code()) {
      case NOT_FOUND -> problem(404, message, false, Map.of());
      case CONFLICT -> problem(409, message, false, Map.of());
      case INVALID ->
          refused.errors().isEmpty()
              ? problem(400, message, false, Map.of())
              : invalid(message, refused.errors());
      case OVERLOADED -> problem(429, message, true, RETRY);
      case UNAVAILABLE -> problem(503, message, true, RETRY);
    };
  }

  private static Problem invalid(String message, List<ValidationError> errors) {
    return new Problem(new ErrorResponse(400, null, message, null, false, errors, null), Map.of());
  }

  private Problem problem(
      int status, @Nullable String message, boolean retryable, Map<String, String> headers) {
    String text = message == null ? "Request failed" : message;
    return new Problem(
        new ErrorResponse(status, null, text, instance, retryable, null, null), headers);
  }

  /** Our fault: its id leads from the client's answer to the log, which alone has the details. */
  private Problem unexpected(Throwable fault, String where) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    LOG.log(Level.ERROR, "Internal error " + id + " in " + where, fault);
    String text = "Internal error " + id + "; the server's log says more";
    return new Problem(
        new ErrorResponse(500, null, text, instance, false, null, Map.of("errorId", id)), Map.of());
  }
}
