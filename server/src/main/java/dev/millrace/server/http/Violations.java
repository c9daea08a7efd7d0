package dev.millrace.server.http;

import dev.millrace.client.ValidationError;
import dev.millrace.server.ServiceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a request, all of it, so that its sender can mend it at once. */
final class Violations {

  static final String MESSAGE = "Validation failed, check below errors for detail.";

  private static final int MOST = 20;
  private static final int LONGEST_VALUE = 100;

  private final List<ValidationError> errors = new ArrayList<>();

  static ServiceException one(String path, String message, @Nullable Object value) {
    var violations = new Violations();
    violations.add(path, message, value);
    return violations.exception();
  }

  void add(String path, String message, @Nullable Object value) {
    if (errors.size() < MOST) {
      errors.add(new ValidationError(path, message, shown(value)));
    }
  }

  /** It must be there and must not be empty. */
  void needed(@Nullable String value, String path) {
    if (value == null || value.isEmpty()) {
      add(path, "must not be empty", value);
    }
  }

  void needed(@Nullable Object value, String path) {
    if (value == null) {
      add(path, "must not be null", null);
    }
  }

  void atLeast(long least, long value, String path) {
    if (value < least) {
      add(path, "must be " + least + " or more", value);
    }
  }

  void throwIfAny() {
    if (!errors.isEmpty()) {
      throw exception();
    }
  }

  private ServiceException exception() {
    return new ServiceException(ServiceException.Code.INVALID, MESSAGE, errors);
  }

  private static @Nullable String shown(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    String text = value.toString();
    return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "…";
  }
}
