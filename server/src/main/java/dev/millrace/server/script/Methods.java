package dev.millrace.server.script;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A table of built-in functions while it is filled. Not thread-safe. */
final class Methods {

  private final String owner;
  private final Map<String, Object> all = new HashMap<>();

  Methods(String owner) {
    this.owner = owner;
  }

  @CanIgnoreReturnValue
  Methods add(String name, Native.Body body) {
    all.put(name, Native.of(owner.isEmpty() ? name : owner + "." + name, body));
    return this;
  }

  @CanIgnoreReturnValue
  Methods put(String name, @Nullable Object value) {
    all.put(name, Objects.requireNonNull(value, name));
    return this;
  }

  Map<String, Object> table() {
    return Map.copyOf(all);
  }

  static Object find(Map<String, Object> table, String name) {
    Object found = table.get(name);
    return found == null ? Nothing.UNDEFINED : found;
  }
}
