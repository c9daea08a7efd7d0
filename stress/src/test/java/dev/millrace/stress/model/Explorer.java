package dev.millrace.stress.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tries every interleaving of a {@link Model}, each state once, and keeps the way to a fault. */
final class Explorer {

  /** {@code steps} is the way to the fault, empty if there is none. */
  record Verdict(int states, Optional<Fault> fault, List<String> steps) {
    @Override
    public String toString() {
      return fault
          .map(f -> f + " after these steps:\n  " + String.join("\n  ", steps))
          .orElse("no fault in " + states + " states");
    }
  }

  /** A state on the way, and how far its actors have been tried. */
  private static final class Place {
    final byte[] state;
    final String step;
    int next;
    boolean left;

    Place(byte[] state, String step) {
      this.state = state;
      this.step = step;
    }
  }

  private final Model model;
  private final Set<Fault> sought;
  private final byte[] scratch;
  private final StateSet seen = new StateSet();
  private final Deque<Place> way = new ArrayDeque<>();

  private Explorer(Model model, Set<Fault> sought) {
    this.model = model;
    this.sought = sought;
    this.scratch = new byte[model.initial().length];
  }

  /** Stops at the first fault. */
  static Verdict explore(Model model) {
    return new Explorer(model, EnumSet.allOf(Fault.class)).explore();
  }

  /** Stops only at a fault of this kind. */
  static Verdict seek(Fault sought, Model model) {
    return new Explorer(model, EnumSet.of(sought)).explore();
  }

  private Verdict explore() {
    enter(model.initial(), "start");
    while (!way.isEmpty()) {
      Place here = way.getLast();
      if (here.next < model.actors()) {
        int actor = here.next++;
        byte[] state = scratch;
        System.arraycopy(here.state, 0, state, 0, state.length);
        Optional<String> step = model.step(state, actor);
        if (step.isPresent()) {
          here.left |= !model.isOptional(actor);
          if (state[0] == 0) {
            enter(state, step.get());
          } else if (sought.contains(Fault.of(state[0]))) {
            return found(Fault.of(state[0]), step.get());
          }
        }
        continue;
      }
      Optional<Fault> fault = here.left ? Optional.empty() : model.whenNothingIsLeft(here.state);
      if (fault.filter(sought::contains).isPresent()) {
        return found(fault.get(), "and nothing is left to do");
      }
      way.removeLast();
    }
    return new Verdict(seen.size(), Optional.empty(), List.of());
  }

  private void enter(byte[] state, String step) {
    byte[] added = seen.add(state);
    if (added != null) {
      way.addLast(new Place(added, step));
    }
  }

  private Verdict found(Fault fault, String last) {
    List<String> steps = new ArrayList<>(way.stream().map(place -> place.step).toList());
    steps.add(last);
    return new Verdict(seen.size(), Optional.of(fault), steps);
  }

  /** States by value; a table with open addressing, because there are millions. */
  private static final class StateSet {
    private byte[][] table = new byte[1 << 16][];
    private int[] hashes = new int[1 << 16];
    private int size;

    int size() {
      return size;
    }

    /** The copy that was added; null if there was one already. */
    byte[] add(byte[] state) {
      if (size * 2 > table.length) {
        grow();
      }
      int hash = hash(state);
      int place = place(state, hash);
      if (table[place] != null) {
        return null;
      }
      size++;
      hashes[place] = hash;
      table[place] = state.clone();
      return table[place];
    }

    private void grow() {
      byte[][] states = table;
      int[] old = hashes;
      table = new byte[states.length * 2][];
      hashes = new int[states.length * 2];
      for (int i = 0; i < states.length; i++) {
        if (states[i] != null) {
          int place = place(states[i], old[i]);
          table[place] = states[i];
          hashes[place] = old[i];
        }
      }
    }

    private int place(byte[] state, int hash) {
      int place = hash & (table.length - 1);
      while (table[place] != null
          && !(hashes[place] == hash && Arrays.equals(table[place], state))) {
        place = (place + 1) & (table.length - 1);
      }
      return place;
    }

    private static int hash(byte[] state) {
      int hash = Arrays.hashCode(state) * 0x9E3779B9;
      return hash ^ hash >>> 15;
    }
  }
}
