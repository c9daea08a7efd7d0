package dev.millrace.server.script;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** A stable sort for orders that a script made up, and which may be none. */
final class MergeSort {

  private MergeSort() {}

  /** Sorts in place; {@code inOrder} says whether the first may stand before the second. */
  static void sort(List<Object> items, BiPredicate<Object, Object> inOrder) {
    if (items.size() < 2) {
      return;
    }
    int middle = items.size() / 2;
    List<Object> left = new ArrayList<>(items.subList(0, middle));
    List<Object> right = new ArrayList<>(items.subList(middle, items.size()));
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
