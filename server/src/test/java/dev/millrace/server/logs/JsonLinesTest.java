package dev.millrace.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.WireJson;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class JsonLinesTest {

  @Test
  void anEventIsOneLine() {
    var event = new LogRecord(Level.WARNING, "two\nlines of {0}");
    event.setLoggerName("a.b");
    event.setParameters(new Object[] {"text", Map.entry("route", "GET /x")});

    String line = new JsonLines().format(event);

    assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    var json = WireJson.mapper().readTree(line);
    assertThat(json.get("message").asString()).isEqualTo("two\nlines of text");
    assertThat(json.get("level").asString()).isEqualTo("WARNING");
    assertThat(json.get("logger").asString()).isEqualTo("a.b");
    assertThat(json.get("route").asString()).isEqualTo("GET /x");
    assertThat(json.has("error")).isFalse();
  }

  @Test
  void aFaultHasItsStack() {
    var event = new LogRecord(Level.SEVERE, "oh");
    event.setThrown(new IllegalStateException("why"));

    var json = WireJson.mapper().readTree(new JsonLines().format(event));

    assertThat(json.get("error").asString()).isEqualTo("java.lang.IllegalStateException: why");
    assertThat(json.get("stack").asString()).contains("aFaultHasItsStack");
  }
}
