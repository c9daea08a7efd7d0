package dev.millrace.dsl;

import java.util.Map;
import java.util.Optional;

/** Where the files of plans come from. Implementations are thread-safe. */
public interface PlanSources {

  /**
   * Finds a file.
   *
   * @param name relative to the root, with slashes, without {@code .} and {@code ..}
   */
  Lookup find(String name);

  /** What came of looking for a file. */
  sealed interface Lookup {
    record Found(String text) implements Lookup {}

    record Missing() implements Lookup {}

    /** It may be there, but nobody reads it. */
    record Refused(String reason) implements Lookup {}
  }

  /** Texts in memory, by name. */
  static PlanSources of(Map<String, String> texts) {
    var copy = Map.copyOf(texts);
    return name ->
        Optional.ofNullable(copy.get(name))
            .<Lookup>map(Lookup.Found::new)
            .orElseGet(Lookup.Missing::new);
  }
}
