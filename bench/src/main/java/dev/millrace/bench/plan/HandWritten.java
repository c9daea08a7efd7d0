package dev.millrace.bench.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the plans do, as somebody would write it who has only this one plan: loops over arrays. */
final class HandWritten {

  private static final double DEFAULT_WEIGHT = 0.2;

  private HandWritten() {}

  /** The rows of an answer: their ids and scores, in order. */
  @SuppressWarnings("ArrayRecordComponent") // it is its arrays; nobody compares it
  record Ranked(long[] ids, double[] scores, int[] order) {}

  /** {@link BenchPlans#pipeline}: source, score, filter, sort, take. */
  static Ranked pipeline(int rows, @Nullable Double weight, int take) {
    long[] ids = new long[rows];
    for (int row = 0; row < rows; row++) {
      ids[row] = row + 1L;
    }
    double factor = weight == null ? DEFAULT_WEIGHT : weight;
    double[] scores = new double[rows];
    for (int row = 0; row < rows; row++) {
      scores[row] = ids[row] * factor;
    }
    int[] kept = new int[rows];
    int count = 0;
    for (int row = 0; row < rows; row++) {
      if (scores[row] >= 0.6) {
        kept[count++] = row;
      }
    }
    sortDescending(kept, count, scores);
    return new Ranked(ids, scores, Arrays.copyOf(kept, Math.min(count, take)));
  }

  /** By insertion, the best for few rows. */
  private static void sortDescending(int[] rows, int count, double[] by) {
    for (int i = 1; i < count; i++) {
      int row = rows[i];
      int at = i;
      for (; at > 0 && by[rows[at - 1]] < by[row]; at--) {
        rows[at] = rows[at - 1];
      }
      rows[at] = row;
    }
  }

  /** {@link BenchPlans#vm}. */
  static double[] compute(long[] ids, @Nullable Double weight) {
    double factor = weight == null ? DEFAULT_WEIGHT : weight;
    double[] result = new double[ids.length];
    for (int row = 0; row < ids.length; row++) {
      double id = ids[row];
      result[row] = id + id * 3 - id * factor;
    }
    return result;
  }

  /** {@link BenchPlans#filter}: how many, and the rows. */
  static int select(long[] ids, int[] kept) {
    int count = 0;
    for (int row = 0; row < ids.length; row++) {
      long id = ids[row];
      if (id >= 100 && id != 500 && id != 5_000 && id != 50_000 && id != 99_999) {
        kept[count++] = row;
      }
    }
    return count;
  }

  /** {@link BenchPlans#sortTake}: the rows with the greatest values, the greatest first. */
  static int[] greatest(double[] values, int take) {
    int[] rows = new int[take];
    int count = 0;
    for (int row = 0; row < values.length; row++) {
      if (count == take && values[row] <= values[rows[take - 1]]) {
        continue;
      }
      int at = count < take ? count++ : take - 1;
      for (; at > 0 && values[rows[at - 1]] < values[row]; at--) {
        rows[at] = rows[at - 1];
      }
      rows[at] = row;
    }
    return Arrays.copyOf(rows, count);
  }
}
