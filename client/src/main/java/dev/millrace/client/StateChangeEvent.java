package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event that a step sends when its state changes. */
public record StateChangeEvent(String type, Map<String, @Nullable Object> payload) {

  public StateChangeEvent {
    payload = Wire.map(payload);
  }
}
