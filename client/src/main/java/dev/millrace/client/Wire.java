package dev.millrace.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the records' constructors do with what JSON left out. Values in maps and lists may be null:
 * JSON's null is a value there.
 */
final class Wire {

  private Wire() {}

  static <T> T or(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  static <V extends @Nullable Object> Map<String, V> map(@Nullable Map<String, V> map) {
    return map == null || map.isEmpty()
        ? Collections.emptyMap()
        : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static <T> List<T> list(@Nullable List<T> list) {
    return list == null || list.isEmpty()
        ? List.of()
        : Collections.unmodifiableList(new ArrayList<>(list));
  }

  static <T> Set<T> set(@Nullable Set<T> set) {
    return set == null || set.isEmpty()
        ? Set.of()
        : Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }
}
