package dev.millrace.plan.op;

import java.util.List;

/** Which columns a node adds or replaces. */
public sealed interface Writes {

  Writes NONE = new Keys(List.of());

  /** Always these keys. */
  record Keys(List<Integer> keys) implements Writes {
    public Keys {
      keys = List.copyOf(keys);
    }
  }

  /** The key that an int param names. */
  record FromParam(String param) implements Writes {}

  static Writes keys(Integer... keys) {
    return new Keys(List.of(keys));
  }
}
