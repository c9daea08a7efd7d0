package dev.millrace.server.script;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of a function or a block while it is compiled. Not thread-safe. */
final class Names {

  private final @Nullable Names outer;

  /** Whether {@code this} and {@code arguments} are its own. */
  private final boolean function;

  private final Map<String, Integer> slots = new HashMap<>();
  private final Set<String> constants = new HashSet<>();

  Names(@Nullable Names outer, boolean function) {
    this.outer = outer;
    this.function = function;
  }

  /** Where a name is, seen from here. */
  record Found(String name, int hops, int slot, boolean constant) {}

  /** The slot of a name, which is a new one unless the name is there. */
  int declare(String name, boolean constant) {
    Integer known = slots.get(name);
    if (known != null) {
      return known;
    }
    int slot = slots.size();
    slots.put(name, slot);
    if (constant) {
      constants.add(name);
    }
    return slot;
  }

  /** The slot in this very scope, or -1. */
  int slot(String name) {
    return slots.getOrDefault(name, -1);
  }

  int size() {
    return slots.size();
  }

  /** Null if nobody declares it. */
  @Nullable Found find(String name) {
    int hops = 0;
    for (Names names = this; names != null; names = names.outer) {
      Integer slot = names.slots.get(name);
      if (slot != null) {
        return new Found(name, hops, slot, names.constants.contains(name));
      }
      hops++;
    }
    return null;
  }

  /** {@code this} or {@code arguments} of the function around; made if nobody asked before. */
  Found ofFunction(String name) {
    int hops = 0;
    Names names = this;
    while (!names.function && names.outer != null) {
      names = names.outer;
      hops++;
    }
    return new Found(name, hops, names.declare(name, false), false);
  }

  /** A name that nobody declares is the script's, from when it is assigned to. */
  Found ofScript(String name) {
    int hops = 0;
    Names names = this;
    while (names.outer != null) {
      names = names.outer;
      hops++;
    }
    return new Found(name, hops, names.declare(name, false), false);
  }
}
