package dev.millrace.plan.registry;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Entries by id and by name. Both are unique. Immutable. */
public final class Registry<I, T> {
  private final Map<I, T> byId;
  private final Map<String, T> byName;
  private final List<T> entries;
  private final String digest;

  /** Entries in the order of their ids, with a digest over their content. */
  Registry(Collection<T> entries, Function<T, I> id, Function<T, String> name, String digest) {
    Map<I, T> ids = new LinkedHashMap<>();
    Map<String, T> names = new LinkedHashMap<>();
    for (T entry : entries) {
      if (ids.put(id.apply(entry), entry) != null || names.put(name.apply(entry), entry) != null) {
        throw new IllegalArgumentException("%s is there twice".formatted(name.apply(entry)));
      }
    }
    this.byId = Collections.unmodifiableMap(ids);
    this.byName = Collections.unmodifiableMap(names);
    this.entries = List.copyOf(entries);
    this.digest = digest;
  }

  public Optional<T> find(I id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Optional<T> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All entries, ids ascending. */
  public List<T> entries() {
    return entries;
  }

  /** All names, in the order of the ids. */
  public Collection<String> names() {
    return byName.keySet();
  }

  public int size() {
    return entries.size();
  }

  /** The SHA-256 of the entries as stable JSON, in hexadecimal digits. */
  public String digest() {
    return digest;
  }

  @Override
  public String toString() {
    return byName.keySet().toString();
  }
}
