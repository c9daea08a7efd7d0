package dev.millrace.server.task;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What came back. */
record HttpAnswer(int status, Map<String, List<String>> headers, Buffer bytes) {

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*\"?([\\w.:-]{1,40})", Pattern.CASE_INSENSITIVE);

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  String reasonPhrase() {
    return HttpResponseStatus.valueOf(status).reasonPhrase();
  }

  @Nullable String header(String name) {
    for (var header : headers.entrySet()) {
      if (header.getKey().equalsIgnoreCase(name) && !header.getValue().isEmpty()) {
        return header.getValue().getFirst();
      }
    }
    return null;
  }

  String text() {
    return bytes.toString(charset());
  }

  private Charset charset() {
    String type = header("Content-Type");
    var named = CHARSET.matcher(type == null ? "" : type);
    try {
      return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return StandardCharsets.UTF_8;
    }
  }

  /** The output of the task, as the reference has it. */
  Map<String, @Nullable Object> shown(boolean withBody) {
    var shown = new LinkedHashMap<String, @Nullable Object>();
    shown.put("statusCode", status);
    shown.put("reasonPhrase", reasonPhrase());
    shown.put("headers", headers);
    shown.put("body", withBody ? body() : null);
    return shown;
  }

  /** Objects, arrays and numbers of JSON as they are; everything else as text. */
  private @Nullable Object body() {
    if (bytes.length() == 0) {
      return null;
    }
    String text = text();
    try {
      Object value = JsonMapper.shared().readValue(text, Object.class);
      return switch (value) {
        case null -> text;
        case Map<?, ?> map -> map;
        case List<?> list -> list;
        case Number number -> number.doubleValue();
        case Object other -> other.toString();
      };
    } catch (JacksonException notJson) {
      return text;
    }
  }
}
