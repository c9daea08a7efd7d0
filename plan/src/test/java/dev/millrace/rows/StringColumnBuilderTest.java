package dev.millrace.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StringColumnBuilderTest {

  @Test
  void rowsThatAreNotSetAreNull() {
    StringColumnBuilder builder = new StringColumnBuilder(3);
    builder.set(2, "x");
    builder.set(0, "");

    StringColumn column = builder.build();

    assertThat(column.dictionary().entries()).containsExactly("x", "");
    assertThat(column.get(0)).isEmpty();
    assertThat(column.isValid(1)).isFalse();
    assertThat(column.get(2)).isEqualTo("x");
  }

  @Test
  void hasNoBitmapIfNothingIsNull() {
    StringColumnBuilder builder = new StringColumnBuilder(65);
    for (int row = 0; row < 65; row++) {
      builder.set(row, "same");
    }

    StringColumn column = builder.build();

    assertThat(column.validity()).isNull();
    assertThat(column.dictionary().size()).isEqualTo(1);
  }

  @Test
  void refusesARowOutside() {
    assertThatThrownBy(() -> new StringColumnBuilder(2).set(2, "x"))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void bitsAreCountedUpToTheLastRow() {
    long[] bits = {-1, -1};

    assertThat(Bits.count(bits, 64)).isEqualTo(64);
    assertThat(Bits.count(bits, 70)).isEqualTo(70);
    assertThat(Bits.nullIfAllSet(new long[] {-1, 0b0111}, 68)).isNotNull();
    assertThat(Bits.nullIfAllSet(new long[] {-1, 0b1111}, 68)).isNull();
  }
}
