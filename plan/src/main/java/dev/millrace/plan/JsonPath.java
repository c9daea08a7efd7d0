package dev.millrace.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The way to a value in a document; made into text only for a fault. Immutable. */
record JsonPath(@Nullable JsonPath parent, String field, int index) {
  static final JsonPath ROOT = new JsonPath(null, "$", -1);

  JsonPath field(String name) {
    return new JsonPath(this, name, -1);
  }

  JsonPath item(int at) {
    return new JsonPath(this, "", at);
  }

  @Override
  public String toString() {
    Deque<JsonPath> steps = new ArrayDeque<>();
    for (JsonPath at = this; at != null; at = at.parent) {
      steps.push(at);
    }
    StringBuilder text = new StringBuilder();
    for (JsonPath step : steps) {
      if (step.parent == null) {
        text.append('$');
      } else if (step.index >= 0) {
        text.append('[').append(step.index).append(']');
      } else if (step.field.matches("[A-Za-z0-9_]{1,64}")) {
        text.append('.').append(step.field);
      } else {
        text.append('[').append(Text.quoted(step.field)).append(']');
      }
    }
    return text.toString();
  }
}
