package dev.millrace.server.store.postgres;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Rows as one array for each column, which is how many of them go into one statement. */
record Columns<T>(List<T> rows, PostgresDialect dialect) {

  @Nullable String[] texts(Function<? super T, @Nullable String> column) {
    var texts = new @Nullable String[rows.size()];
    for (int i = 0; i < texts.length; i++) {
      var text = column.apply(rows.get(i));
      texts[i] = text == null ? null : dialect.text(text);
    }
    return texts;
  }

  long[] longs(ToLongFunction<? super T> column) {
    return rows.stream().mapToLong(column).toArray();
  }

  int[] ints(ToIntFunction<? super T> column) {
    return rows.stream().mapToInt(column).toArray();
  }

  boolean[] flags(Predicate<? super T> column) {
    var flags = new boolean[rows.size()];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = column.test(rows.get(i));
    }
    return flags;
  }

  byte[] @Nullable [] bytes(Function<? super T, byte @Nullable []> column) {
    var bytes = new byte[rows.size()] @Nullable [];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = column.apply(rows.get(i));
    }
    return bytes;
  }
}
