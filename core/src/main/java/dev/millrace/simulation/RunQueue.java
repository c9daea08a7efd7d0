package dev.millrace.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The instances that can run, and which of them does. The low-priority lane goes first only now and
 * then, so it is slow but never starves. Not thread-safe.
 */
final class RunQueue {

  /** One turn in so many is the low-priority lane's while the normal one has work. */
  private static final int YIELD_SHARE = 8;

  private final Choices choices;
  private final List<Seat> normal = new ArrayList<>();
  private final List<Seat> yielded = new ArrayList<>();

  RunQueue(Choices choices) {
    this.choices = choices;
  }

  boolean isEmpty() {
    return normal.isEmpty() && yielded.isEmpty();
  }

  int size() {
    return normal.size() + yielded.size();
  }

  void add(Seat seat) {
    (seat.hasYielded() ? yielded : normal).add(seat);
  }

  /** Takes the next one. Only if not empty. */
  Seat take() {
    List<Seat> lane = lane();
    int last = lane.size() - 1;
    Seat taken = lane.set(choices.next(Choice.Point.INSTANCE, last + 1), lane.get(last));
    lane.removeLast();
    return taken;
  }

  private List<Seat> lane() {
    if (yielded.isEmpty()) {
      return normal;
    }
    if (normal.isEmpty() || choices.next(Choice.Point.LANE, YIELD_SHARE) == 0) {
      return yielded;
    }
    return normal;
  }
}
