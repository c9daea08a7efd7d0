package dev.millrace.plan.json;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.PlanTrace;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.Column;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.ColumnType;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers as JSON, straight from the columns:
 *
 * <pre>{@code
 * {"request_id":"r1","engine_request_id":"…","candidates":[{"id":3,"fields":{"score":0.6,"country":"US"}}]}
 * }</pre>
 *
 * A candidate's fields are its floats by ascending key, then its strings, ints and truth values;
 * nulls are left out. Thread-safe.
 */
public final class AnswerWriter {

  /** The order of the fields. */
  private static final List<ColumnType> ORDER =
      List.of(ColumnType.FLOAT, ColumnType.STRING, ColumnType.INT, ColumnType.BOOL);

  private static final byte[] ID = bytesOf("id");
  private static final byte[] FIELDS = bytesOf("fields");

  private final IntFunction<String> keyNames;

  /** The names of keys with their colon, ready to copy. As many as there are keys in use. */
  private final Map<Integer, byte[]> names = new ConcurrentHashMap<>();

  /**
   * @param keyNames the name of each key; called once for each
   */
  public AnswerWriter(IntFunction<String> keyNames) {
    this.keyNames = requireNonNull(keyNames, "keyNames is null");
  }

  /**
   * Writes an answer.
   *
   * @param engineRequestId what the engine calls this request
   * @param outputs the rows, as the plan's outputs are listed
   * @param deltas the trace to tell what each node did to the columns; null: that is left out
   */
  public void write(
      String requestId,
      String engineRequestId,
      List<RowSet> outputs,
      @Nullable PlanTrace deltas,
      JsonBuffer json) {
    json.beginObject().name("request_id").string(requestId);
    json.name("engine_request_id").string(engineRequestId);
    if (deltas != null) {
      SchemaDeltas.write(deltas, json);
    }
    json.name("candidates").beginArray();
    for (RowSet rows : outputs) {
      candidates(rows, json);
    }
    json.endArray().endObject();
  }

  private void candidates(RowSet rows, JsonBuffer json) {
    ColumnBatch batch = rows.batch();
    long[] ids = batch.ids().values();
    Field[] fields = fields(batch);
    for (int position = 0; position < rows.size(); position++) {
      int row = rows.row(position);
      json.beginObject().raw(ID).number(ids[row]).raw(FIELDS).beginObject();
      for (Field field : fields) {
        field.write(row, json);
      }
      json.endObject().endObject();
    }
  }

  private Field[] fields(ColumnBatch batch) {
    Field[] fields = new Field[batch.columns()];
    int next = 0;
    for (ColumnType type : ORDER) {
      for (int i = 0; i < fields.length; i++) {
        Column column = batch.columnAt(i);
        if (column.type() == type) {
          fields[next++] = new Field(column, names.computeIfAbsent(batch.keyAt(i), this::name));
        }
      }
    }
    return fields;
  }

  private byte[] name(int key) {
    return bytesOf(keyNames.apply(key));
  }

  private static byte[] bytesOf(String name) {
    return new JsonBuffer().name(name).toBytes();
  }

  /** A column and its name. */
  private static final class Field {
    private final Column column;
    private final byte[] name;

    /** The dictionary's strings as JSON, each made when it is first met; of no use otherwise. */
    private final byte[] @Nullable [] entries;

    Field(Column column, byte[] name) {
      this.column = column;
      this.name = name;
      this.entries =
          column instanceof StringColumn strings
              ? new byte[strings.dictionary().size()][]
              : new byte[0][];
    }

    void write(int row, JsonBuffer json) {
      if (!column.isValid(row)) {
        return;
      }
      json.raw(name);
      switch (column) {
        case FloatColumn floats -> json.number(floats.values()[row]);
        case StringColumn strings -> json.raw(entry(strings, strings.codes()[row]));
        case IntColumn ints -> json.number(ints.values()[row]);
        case BoolColumn bools -> json.bool(bools.get(row));
      }
    }

    private byte[] entry(StringColumn strings, int code) {
      byte[] known = entries[code];
      if (known == null) {
        known = new JsonBuffer().string(strings.dictionary().get(code)).toBytes();
        entries[code] = known;
      }
      return known;
    }
  }
}
