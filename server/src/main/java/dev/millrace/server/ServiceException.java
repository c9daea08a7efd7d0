package dev.millrace.server;

import dev.millrace.client.ValidationError;
import java.io.Serial;
import java.util.List;

/** A request that cannot be done, with the reason for its sender. */
public final class ServiceException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final Code code;
  // Exceptions are serializable by descent; nobody writes this one down.
  private final transient List<ValidationError> errors;

  /** Whose fault it is and what to do. */
  public enum Code {
    NOT_FOUND,
    /** It does not fit to what is there. */
    CONFLICT,
    /** The request itself is wrong. */
    INVALID,
    /** Too much at once; the same request may succeed later. */
    OVERLOADED,
    /** The store cannot be reached or the server is closing; the same may succeed later. */
    UNAVAILABLE
  }

  public ServiceException(Code code, String message) {
    this(code, message, List.of());
  }

  public ServiceException(Code code, String message, List<ValidationError> errors) {
    super(message);
    this.code = code;
    this.errors = List.copyOf(errors);
  }

  public Code code() {
    return code;
  }

  public List<ValidationError> errors() {
    return errors;
  }
}
