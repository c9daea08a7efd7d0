package dev.millrace.server.logs;

import dev.millrace.client.WireJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import tools.jackson.databind.node.ObjectNode;

/**
 * One log event as one line of JSON. A parameter that is a {@link Map.Entry} becomes a field, one
 * that is a {@link Throwable} the event's error. Thread-safe.
 */
final class JsonLines extends Formatter {

  @Override
  public String format(LogRecord event) {
    ObjectNode line = WireJson.mapper().createObjectNode();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().getName());
    line.put("logger", event.getLoggerName());
    line.put("message", formatMessage(event));
    line.put("thread", event.getLongThreadID());
    Throwable thrown = event.getThrown();
    Object[] parameters = event.getParameters();
    for (Object parameter : parameters == null ? new Object[0] : parameters) {
      switch (parameter) {
        case Map.Entry<?, ?> field ->
            line.put(String.valueOf(field.getKey()), String.valueOf(field.getValue()));
        case Throwable fault -> thrown = fault;
        case null, default -> {
          // It is in the message.
        }
      }
    }
    if (thrown != null) {
      line.put("error", thrown.toString());
      line.put("stack", stack(thrown));
    }
    return WireJson.mapper().writeValueAsString(line) + "\n";
  }

  private static String stack(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
