package dev.millrace.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Batches and views of them, made of a seed. */
public final class RandomRows {

  /** Some that UTF-16 would sort otherwise, the empty one, and equal beginnings. */
  static final List<String> STRINGS =
      List.of("", "a", "aa", "US", "CA", "GB", "é", "\uFF5E", "\uE000", "\uD83D\uDE00", "zz", "us");

  private final Random random;

  public RandomRows(Random random) {
    this.random = random;
  }

  /** Keys 10 to 13 are floats, 20 and 21 ints, 30 and 31 bools, 40 to 42 strings; some absent. */
  public ColumnBatch batch(int rows) {
    ColumnBatch batch = ColumnBatch.ofIds(ids(rows));
    for (int key : new int[] {42, 10, 20, 30, 40, 11, 21, 31, 41, 12, 13}) {
      if (random.nextInt(5) != 0) {
        batch = batch.with(key, column(key, rows));
      }
    }
    return batch;
  }

  public Column column(int key, int rows) {
    return switch (key / 10) {
      case 1 -> new FloatColumn(doubles(rows), validity(rows));
      case 2 -> new IntColumn(longs(rows), validity(rows));
      case 3 -> new BoolColumn(bits(rows, 2), rows, validity(rows));
      case 4 -> strings(rows);
      default -> throw new IllegalArgumentException("no such key: " + key);
    };
  }

  /** All rows, or some of them, in their order or not. */
  public RowSet view(ColumnBatch batch) {
    int length = batch.length();
    if (random.nextInt(3) == 0) {
      return RowSet.all(batch).take(random.nextInt(3) == 0 ? random.nextInt(length + 1) : length);
    }
    List<Integer> rows = new ArrayList<>();
    int keep = random.nextInt(4);
    for (int row = 0; row < length; row++) {
      if (keep == 0 || random.nextInt(4) < keep) {
        rows.add(row);
      }
    }
    if (random.nextBoolean()) {
      Collections.shuffle(rows, random);
    }
    int[] array = rows.stream().mapToInt(Integer::intValue).toArray();
    return RowSet.of(batch, array, random.nextInt(3) == 0 ? array.length / 2 : array.length);
  }

  private long[] ids(int rows) {
    long[] ids = new long[rows];
    for (int row = 0; row < rows; row++) {
      ids[row] = random.nextInt(8) == 0 ? random.nextLong() : row + 1;
    }
    return ids;
  }

  private long[] longs(int rows) {
    long[] values = new long[rows];
    int range = random.nextInt(3);
    for (int row = 0; row < rows; row++) {
      values[row] =
          switch (range) {
            case 0 -> random.nextInt(5) - 2;
            case 1 -> random.nextInt();
            default -> random.nextLong();
          };
    }
    return values;
  }

  private double[] doubles(int rows) {
    double[] values = new double[rows];
    int range = random.nextInt(3);
    for (int row = 0; row < rows; row++) {
      values[row] =
          switch (range) {
            case 0 -> random.nextInt(5) - 2;
            case 1 -> random.nextGaussian() * 100;
            default -> random.nextBoolean() ? -0.0 : random.nextBoolean() ? 0.0 : random.nextInt(3);
          };
    }
    return values;
  }

  private StringColumn strings(int rows) {
    List<String> entries = new ArrayList<>(STRINGS);
    Collections.shuffle(entries, random);
    Dictionary dictionary = new Dictionary(entries.subList(0, 1 + random.nextInt(entries.size())));
    long[] validity = validity(rows);
    int[] codes = new int[rows];
    for (int row = 0; row < rows; row++) {
      codes[row] = Bits.isValid(validity, row) ? random.nextInt(dictionary.size()) : -1;
    }
    return new StringColumn(dictionary, codes, validity);
  }

  private long[] validity(int rows) {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> Bits.none(rows);
      case 2 -> bits(rows, 2);
      default -> bits(rows, 10);
    };
  }

  /** One of {@code unsetOneOf} bits is not set. */
  private long[] bits(int rows, int unsetOneOf) {
    long[] bits = Bits.none(rows);
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(unsetOneOf) != 0) {
        Bits.set(bits, row);
      }
    }
    return bits;
  }
}
