package dev.millrace.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which nodes an answer waited for. Pure. */
final class CriticalPath {

  private CriticalPath() {}

  /**
   * The ids of the nodes from a source to the node that ended last (or, if none ended, began last),
   * each the input of the next that ended last.
   */
  static List<String> of(CompiledPlan plan, long[] endNanos, long[] startNanos) {
    int at = -1;
    for (int index = 0; index < plan.size(); index++) {
      if (startNanos[index] != PlanTrace.NEVER && (at < 0 || isAfter(index, at, endNanos))) {
        at = index;
      }
    }
    List<String> path = new ArrayList<>();
    boolean hasEnded = at >= 0 && endNanos[at] != PlanTrace.NEVER;
    at = hasEnded ? lastAtSameTime(plan, at, endNanos) : at;
    while (at >= 0) {
      path.add(plan.node(at).id());
      int last = -1;
      for (int input : plan.node(at).inputs()) {
        if (last < 0 || endNanos[input] > endNanos[last]) {
          last = input;
        }
      }
      at = last;
    }
    Collections.reverse(path);
    return path;
  }

  /** Of nodes that ended at the same moment, the one that the others were done for. */
  private static int lastAtSameTime(CompiledPlan plan, int from, long[] endNanos) {
    int at = from;
    int next = from;
    do {
      at = next;
      for (int successor : plan.node(at).successors()) {
        if (endNanos[successor] == endNanos[at]) {
          next = successor;
        }
      }
    } while (next != at);
    return at;
  }

  /** A node that is still running ends after all that have ended. */
  private static boolean isAfter(int index, int other, long[] endNanos) {
    long mine = endNanos[index] == PlanTrace.NEVER ? Long.MAX_VALUE : endNanos[index];
    long others = endNanos[other] == PlanTrace.NEVER ? Long.MAX_VALUE : endNanos[other];
    return mine > others;
  }
}
