package dev.millrace.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortingTest {

  private static final int CASES = 3000;

  @Test
  void sortsFloatsAndPutsNullsLastInBothDirections() {
    FloatColumn scores = new FloatColumn(new double[] {2, 9, -1, 5}, new long[] {0b1101});

    assertThat(sorted(scores, false)).containsExactly(2, 0, 3, 1);
    assertThat(sorted(scores, true)).containsExactly(3, 0, 2, 1);
  }

  @Test
  void takesBothZerosForOneValue() {
    FloatColumn zeros = new FloatColumn(new double[] {0.0, -0.0, 0.0, -1}, null);

    assertThat(sorted(zeros, false)).containsExactly(3, 0, 1, 2);
    assertThat(sorted(zeros, true)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void sortsLongsOverTheirWholeRange() {
    IntColumn ids = new IntColumn(new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE, -1}, null);

    assertThat(sorted(ids, false)).containsExactly(2, 3, 0, 1);
    assertThat(sorted(ids, true)).containsExactly(1, 0, 3, 2);
  }

  @Test
  void sortsManyLongsOverTheirWholeRange() {
    long[] values = new Random(3).longs(10_000).toArray();
    values[7000] = Long.MIN_VALUE;
    values[3] = Long.MAX_VALUE;

    List<Integer> rows = sorted(new IntColumn(values, null), false);

    assertThat(rows.stream().mapToLong(row -> values[row]).toArray())
        .isEqualTo(Arrays.stream(values).sorted().toArray());
  }

  @Test
  void sortsStringsByTheirBytes() {
    StringColumn strings =
        new StringColumn(
            new Dictionary(List.of("\uD83D\uDE00", "\uFF5E", "a", "")),
            new int[] {0, 1, 2, 3},
            null);

    assertThat(sorted(strings, false)).containsExactly(3, 2, 1, 0);
  }

  @Test
  void sortsFalseBeforeTrueAndKeepsTheOrderOfEquals() {
    BoolColumn bools = new BoolColumn(new long[] {0b0101}, 4, null);

    assertThat(sorted(bools, false)).containsExactly(1, 3, 0, 2);
    assertThat(sorted(bools, true)).containsExactly(0, 2, 1, 3);
  }

  @Test
  void refusesAColumnOfAnotherLength() {
    RowSet rows = RowSet.all(ColumnBatch.ofIds(new long[3]));

    assertThatThrownBy(() -> rows.sortedBy(new IntColumn(new long[2], null), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rows.sortedBy(rows.batch().ids(), false, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void agreesWithAStableSortOfBoxedValues() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomRows make = new RandomRows(random);
      int length = random.nextInt(seed % 50 == 0 ? 9000 : 200);
      RowSet rows = make.view(make.batch(length));
      int[] keys = {10, 20, 30, 40};
      Column column = make.column(keys[random.nextInt(keys.length)], length);
      boolean descending = random.nextBoolean();
      int limit = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(length + 2);

      List<Integer> actual = Cells.rows(rows.sortedBy(column, descending, limit));

      List<Integer> expected = naive(rows, column, descending);
      int first = Math.min(limit, expected.size());
      assertThat(actual.subList(0, first))
          .as("seed %d", seed)
          .isEqualTo(expected.subList(0, first));
      assertThat(actual.stream().sorted().toList())
          .as("seed %d", seed)
          .isEqualTo(expected.stream().sorted().toList());
    }
  }

  private static List<Integer> sorted(Column column, boolean descending) {
    RowSet rows = RowSet.all(ColumnBatch.ofIds(new long[column.length()]));
    return Cells.rows(rows.sortedBy(column, descending));
  }

  private static List<Integer> naive(RowSet rows, Column column, boolean descending) {
    Comparator<Object> byValue = SortingTest::compare;
    Comparator<Object> directed = descending ? byValue.reversed() : byValue;
    List<Integer> sorted = new ArrayList<>(Cells.rows(rows));
    sorted.sort(
        Comparator.comparing(row -> Cells.get(column, row), Comparator.nullsLast(directed)));
    return sorted;
  }

  private static int compare(Object left, Object right) {
    return switch (left) {
      case Long value -> Long.compare(value, (Long) right);
      case Boolean value -> Boolean.compare(value, (Boolean) right);
      case Double value -> Double.compare(value + 0.0, (Double) right + 0.0);
      case String value ->
          Arrays.compareUnsigned(
              value.getBytes(StandardCharsets.UTF_8),
              ((String) right).getBytes(StandardCharsets.UTF_8));
      default -> throw new AssertionError(left);
    };
  }

  @Test
  void topOfUnusualDoublesEqualsTheFullSort() {
    double[] unusual = {
      Double.NaN, 0.0, -0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1
    };
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < 200; run++) {
      double[] values = new double[300];
      Arrays.setAll(values, _ -> unusual[random.nextInt(unusual.length)]);
      Column column = new FloatColumn(values, null);
      ColumnBatch batch = ColumnBatch.ofIds(new long[values.length]);
      int[] view = IntStream.range(0, values.length).filter(_ -> random.nextBoolean()).toArray();
      for (RowSet rows : List.of(RowSet.all(batch), RowSet.of(batch, view, view.length))) {
        boolean descending = random.nextBoolean();
        List<Integer> full = Cells.rows(rows.sortedBy(column, descending));
        int limit = 1 + random.nextInt(64);
        assertThat(Cells.rows(rows.sortedBy(column, descending, limit)).subList(0, limit))
            .isEqualTo(full.subList(0, limit));
      }
    }
  }

  @Test
  void topOfAnySizeEqualsTheFullSort() {
    double[] values = IntStream.range(0, 500).mapToDouble(i -> (i * 7919) % 83).toArray();
    FloatColumn column = new FloatColumn(values, null);
    RowSet rows = RowSet.all(ColumnBatch.ofIds(new long[500]));
    List<Integer> full = Cells.rows(rows.sortedBy(column, true));

    for (int limit = 0; limit <= 500; limit++) {
      assertThat(Cells.rows(rows.sortedBy(column, true, limit)).subList(0, limit))
          .isEqualTo(full.subList(0, limit));
    }
  }
}
