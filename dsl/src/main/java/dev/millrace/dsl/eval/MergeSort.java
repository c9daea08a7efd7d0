package dev.millrace.dsl.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A stable sort that survives any comparison: the JDK's throws when one contradicts itself, and a
 * plan's may.
 */
final class MergeSort {

  private MergeSort() {}

  /** Sorts in place; {@code inOrder} says whether the first may stand before the second. */
  static <T> void sort(List<T> items, BiPredicate<T, T> inOrder) {
    if (items.size() < 2) {
      return;
    }
    int middle = items.size() / 2;
    List<T> left = new ArrayList<>(items.subList(0, middle));
    List<T> right = new ArrayList<>(items.subList(middle, items.size()));
    sort(left, inOrder);
    sort(right, inOrder);
    int l = 0;
    int r = 0;
    for (int i = 0; i < items.size(); i++) {
      boolean fromLeft =
          r == right.size() || (l < left.size() && inOrder.test(left.get(l), right.get(r)));
      items.set(i, fromLeft ? left.get(l++) : right.get(r++));
    }
  }
}
