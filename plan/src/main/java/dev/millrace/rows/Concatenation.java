package dev.millrace.rows;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Two row sets on the way to one batch. Not thread-safe. */
final class Concatenation {

  private final RowSet left;
  private final RowSet right;
  private final int length;

  Concatenation(RowSet left, RowSet right) {
    this.left = left;
    this.right = right;
    long rows = (long) left.size() + right.size();
    if (rows > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("%d rows are too many for one batch".formatted(rows));
    }
    length = (int) rows;
  }

  ColumnBatch batch() {
    IntColumn ids = (IntColumn) column(ColumnBatch.ID_KEY);
    ColumnBatch batch = ColumnBatch.ofIds(ids.values());
    int[] keys = IntStream.concat(keys(left), keys(right)).sorted().distinct().toArray();
    for (int key : keys) {
      batch = batch.with(key, column(key));
    }
    return batch;
  }

  private static IntStream keys(RowSet rows) {
    return IntStream.range(0, rows.batch().columns()).map(rows.batch()::keyAt);
  }

  private Column column(int key) {
    Column a = left.batch().column(key);
    Column b = right.batch().column(key);
    long[] validity = validity(a, b);
    return switch (type(key, a, b)) {
      case INT -> {
        long[] values = new long[length];
        copy((IntColumn) a, left, values, 0);
        copy((IntColumn) b, right, values, left.size());
        yield new IntColumn(values, validity);
      }
      case FLOAT -> {
        double[] values = new double[length];
        copy((FloatColumn) a, left, values, 0);
        copy((FloatColumn) b, right, values, left.size());
        yield new FloatColumn(values, validity);
      }
      case BOOL -> {
        long[] bits = Bits.none(length);
        copy((BoolColumn) a, left, bits, 0);
        copy((BoolColumn) b, right, bits, left.size());
        yield new BoolColumn(bits, length, validity);
      }
      case STRING -> {
        int[] codes = new int[length];
        Dictionary dictionary = copy((StringColumn) a, (StringColumn) b, codes);
        yield new StringColumn(dictionary, codes, validity);
      }
    };
  }

  private static ColumnType type(int key, @Nullable Column a, @Nullable Column b) {
    if (a != null && b != null && a.type() != b.type()) {
      throw new IllegalArgumentException(
          "key %d is %s on the left and %s on the right".formatted(key, a.type(), b.type()));
    }
    Column some = a == null ? b : a;
    if (some == null) {
      throw new IllegalStateException("no column of key " + key);
    }
    return some.type();
  }

  private long @Nullable [] validity(@Nullable Column a, @Nullable Column b) {
    if (a != null && a.validity() == null && b != null && b.validity() == null) {
      return null;
    }
    long[] validity = Bits.none(length);
    markValid(a, left, validity, 0);
    markValid(b, right, validity, left.size());
    return Bits.nullIfAllSet(validity, length);
  }

  private static void markValid(@Nullable Column from, RowSet rows, long[] to, int offset) {
    for (int position = 0; from != null && position < rows.size(); position++) {
      if (from.isValid(rows.row(position))) {
        Bits.set(to, offset + position);
      }
    }
  }

  private static void copy(@Nullable IntColumn from, RowSet rows, long[] to, int offset) {
    if (from != null && rows.rows() == null) {
      System.arraycopy(from.values(), 0, to, offset, rows.size());
      return;
    }
    for (int position = 0; from != null && position < rows.size(); position++) {
      to[offset + position] = from.values()[rows.row(position)];
    }
  }

  private static void copy(@Nullable FloatColumn from, RowSet rows, double[] to, int offset) {
    if (from != null && rows.rows() == null) {
      System.arraycopy(from.values(), 0, to, offset, rows.size());
      return;
    }
    for (int position = 0; from != null && position < rows.size(); position++) {
      to[offset + position] = from.values()[rows.row(position)];
    }
  }

  private static void copy(@Nullable BoolColumn from, RowSet rows, long[] to, int offset) {
    for (int position = 0; from != null && position < rows.size(); position++) {
      if (from.get(rows.row(position))) {
        Bits.set(to, offset + position);
      }
    }
  }

  /** Fills {@code codes} and says into which dictionary they are. */
  private Dictionary copy(@Nullable StringColumn a, @Nullable StringColumn b, int[] codes) {
    copy(a, left, null, codes, 0);
    if (a == null || b == null || a.dictionary().equals(b.dictionary())) {
      copy(b, right, null, codes, left.size());
      return a != null ? a.dictionary() : b != null ? b.dictionary() : Dictionary.EMPTY;
    }
    DictionaryBuilder merged = new DictionaryBuilder(a.dictionary());
    int[] moved = b.dictionary().entries().stream().mapToInt(merged::code).toArray();
    copy(b, right, moved, codes, left.size());
    return merged.build();
  }

  /** A null keeps the code 0: what stands at a null in {@code from} may be no code at all. */
  private static void copy(
      @Nullable StringColumn from, RowSet rows, int @Nullable [] moved, int[] to, int offset) {
    for (int position = 0; from != null && position < rows.size(); position++) {
      int row = rows.row(position);
      if (from.isValid(row)) {
        int code = from.codes()[row];
        to[offset + position] = moved == null ? code : moved[code];
      }
    }
  }
}
