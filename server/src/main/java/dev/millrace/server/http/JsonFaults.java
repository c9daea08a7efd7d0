package dev.millrace.server.http;

import dev.millrace.server.ServiceException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says where JSON is wrong and what would be right, in the words of the protocol. */
final class JsonFaults {

  private JsonFaults() {}

  static ServiceException explained(JacksonException e) {
    return switch (e) {
      case InvalidFormatException wrong ->
          Violations.one(path(e), expected(wrong.getTargetType()), wrong.getValue());
      case MismatchedInputException wrong ->
          Violations.one(path(e), expected(wrong.getTargetType()), null);
      case InputCoercionException wrong ->
          Violations.one(path(e), expected(wrong.getTargetType()), null);
      case StreamConstraintsException tooMuch ->
          Violations.one(path(e), tooMuch.getOriginalMessage(), null);
      case StreamReadException broken ->
          Violations.one(path(e), "is not JSON" + place(broken), null);
      default -> Violations.one(path(e), "cannot be read" + place(e), null);
    };
  }

  private static String place(JacksonException e) {
    var at = e.getLocation();
    return at == null || at.getLineNr() < 0
        ? ""
        : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
  }

  private static String path(JacksonException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.isEmpty() ? "body" : path.toString();
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "has the wrong type";
    }
    if (type.isEnum()) {
      return "must be one of " + Arrays.toString(type.getEnumConstants());
    }
    if (type == boolean.class || type == Boolean.class) {
      return "must be true or false";
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "must be a whole number in its range";
    }
    if (type == String.class) {
      return "must be a string";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "must be a list";
    }
    return type.isRecord() || Map.class.isAssignableFrom(type)
        ? "must be an object"
        : "has the wrong type";
  }
}
