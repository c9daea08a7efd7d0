package dev.millrace.server.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** What jq found, as plain values. */
final class JqValues {

  private JqValues() {}

  static @Nullable Object plain(JsonNode node, JqMeter meter) {
    meter.result(1);
    return switch (node.getNodeType()) {
      case OBJECT -> object(node, meter);
      case ARRAY -> array(node, meter);
      case STRING -> text(node.textValue(), meter);
      case NUMBER -> number(node);
      case BOOLEAN -> node.booleanValue();
      case NULL, MISSING, BINARY, POJO -> null;
    };
  }

  private static String text(String text, JqMeter meter) {
    meter.result(text.length());
    return text;
  }

  /** JSON has no infinity and no NaN. */
  private static @Nullable Object number(JsonNode node) {
    boolean finite = !node.isFloatingPointNumber() || Double.isFinite(node.doubleValue());
    return finite ? node.numberValue() : null;
  }

  private static Object object(JsonNode node, JqMeter meter) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (var field : node.properties()) {
      meter.result(field.getKey().length());
      fields.put(field.getKey(), plain(field.getValue(), meter));
    }
    return Collections.unmodifiableMap(fields);
  }

  private static Object array(JsonNode node, JqMeter meter) {
    var items = new ArrayList<@Nullable Object>();
    for (JsonNode item : node) {
      items.add(plain(item, meter));
    }
    return Collections.unmodifiableList(items);
  }
}
