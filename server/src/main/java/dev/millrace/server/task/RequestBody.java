package dev.millrace.server.task;

import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What a request sends. */
final class RequestBody {

  private RequestBody() {}

  /** A text goes as it is, a form's fields as a form, everything else as JSON. Null if nothing. */
  static @Nullable Buffer of(HttpCall call) {
    return switch (call.body()) {
      case null -> null;
      case String text -> Buffer.buffer(text);
      case Map<?, ?> fields when isForm(call.contentType()) -> Buffer.buffer(form(fields));
      case Object value -> Buffer.buffer(JsonMapper.shared().writeValueAsBytes(value));
    };
  }

  private static boolean isForm(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
  }

  private static String form(Map<?, ?> fields) {
    return fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(@Nullable Object value) {
    return URLEncoder.encode(value == null ? "" : value.toString(), StandardCharsets.UTF_8);
  }
}
