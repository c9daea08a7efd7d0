package dev.millrace.plan.io;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a small hash as they came, name and value in turn: to look through a few is faster
 * than to hash the names of each reply. Immutable.
 */
final class FewFields extends AbstractMap<String, String> {

  /** More are found faster by their hashes. */
  static final int MOST = 8;

  private final String[] pairs;

  /**
   * @param pairs which it keeps: names that are all different, and their values
   */
  FewFields(String[] pairs) {
    this.pairs = pairs;
  }

  @Override
  public @Nullable String get(@Nullable Object name) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i].equals(name)) {
        return pairs[i + 1];
      }
    }
    return null;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return get(name) != null;
  }

  @Override
  public int size() {
    return pairs.length / 2;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return IntStream.range(0, FewFields.this.size())
            .mapToObj(i -> Map.entry(pairs[2 * i], pairs[2 * i + 1]))
            .iterator();
      }

      @Override
      public int size() {
        return FewFields.this.size();
      }
    };
  }
}
