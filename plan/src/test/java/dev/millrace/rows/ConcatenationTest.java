package dev.millrace.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConcatenationTest {

  private static final int CASES = 2000;
  private static final int[] KEYS = {1, 10, 11, 12, 13, 20, 21, 30, 31, 40, 41, 42};

  @Test
  void putsTheRightRowsBehindTheLeftOnes() {
    RowSet left = RowSet.of(ColumnBatch.ofIds(new long[] {1, 2, 3}), new int[] {2, 0}, 2);
    RowSet right = RowSet.all(ColumnBatch.ofIds(new long[] {7}));

    RowSet both = RowSet.concat(left, right);

    assertThat(both.isDense()).isTrue();
    assertThat(both.batch().ids().values()).containsExactly(3, 1, 7);
  }

  @Test
  void aColumnOfOneSideIsNullOnTheOther() {
    RowSet named = strings("a", "b");
    RowSet bare = RowSet.all(ColumnBatch.ofIds(new long[] {9}));

    StringColumn both = (StringColumn) RowSet.concat(bare, named).batch().column(40);

    assertThat(both.dictionary()).isSameAs(column(named).dictionary());
    assertThat(both.isValid(0)).isFalse();
    assertThat(both.get(1)).isEqualTo("a");
  }

  @Test
  void equalDictionariesStayTheLeftOne() {
    RowSet left = strings("a", "b");
    RowSet right = strings("a", "b");

    StringColumn both = column(RowSet.concat(left, right));

    assertThat(both.dictionary()).isSameAs(column(left).dictionary());
    assertThat(both.codes()).containsExactly(0, 1, 0, 1);
    assertThat(both.validity()).isNull();
  }

  @Test
  void otherDictionariesAreMergedFromTheLeft() {
    StringColumn both = column(RowSet.concat(strings("b", "a"), strings("c", "a", "d")));

    assertThat(both.dictionary().entries()).containsExactly("b", "a", "c", "d");
    assertThat(both.codes()).containsExactly(0, 1, 2, 1, 3);
  }

  @Test
  void refusesOneKeyOfTwoTypes() {
    RowSet left = strings("a");
    RowSet right =
        RowSet.all(
            ColumnBatch.ofIds(new long[] {1}).with(40, new FloatColumn(new double[1], null)));

    assertThatThrownBy(() -> RowSet.concat(left, right))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key 40 is STRING on the left and FLOAT on the right");
  }

  @Test
  void agreesWithListsOfBoxedValues() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomRows make = new RandomRows(random);
      RowSet left = make.view(make.batch(random.nextInt(150)));
      RowSet right = make.view(make.batch(random.nextInt(150)));

      RowSet both = RowSet.concat(left, right);

      assertThat(both.isDense()).as("seed %d", seed).isTrue();
      for (int key : KEYS) {
        List<Object> expected = new ArrayList<>(Cells.of(left, key));
        expected.addAll(Cells.of(right, key));
        assertThat(Cells.of(both, key)).as("seed %d key %d", seed, key).isEqualTo(expected);
        assertThat(both.batch().column(key) == null)
            .isEqualTo(left.batch().column(key) == null && right.batch().column(key) == null);
      }
      assertThat(entries(both, 40)).as("seed %d", seed).isEqualTo(merged(left, right, 40));
    }
  }

  private static List<String> merged(RowSet left, RowSet right, int key) {
    Set<String> merged = new LinkedHashSet<>(entries(left, key));
    merged.addAll(entries(right, key));
    return List.copyOf(merged);
  }

  private static List<String> entries(RowSet rows, int key) {
    return rows.batch().column(key) instanceof StringColumn strings
        ? strings.dictionary().entries()
        : List.of();
  }

  private static RowSet strings(String... values) {
    StringColumnBuilder column = new StringColumnBuilder(values.length);
    for (int row = 0; row < values.length; row++) {
      column.set(row, values[row]);
    }
    return RowSet.all(ColumnBatch.ofIds(new long[values.length]).with(40, column.build()));
  }

  private static StringColumn column(RowSet rows) {
    return (StringColumn) rows.batch().column(40);
  }
}
