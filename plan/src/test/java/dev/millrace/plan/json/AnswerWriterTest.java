package dev.millrace.plan.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.PlanTrace;
import dev.millrace.rows.BoolColumn;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.Dictionary;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswerWriterTest {

  private final AnswerWriter writer = new AnswerWriter(key -> "k" + key);
  private final JsonBuffer json = new JsonBuffer();

  private String answer(RowSet... outputs) {
    writer.write("r1", "e1", List.of(outputs), null, json.clear());
    return json.toString();
  }

  @Test
  void floatsComeFirstThenStringsIntsAndTruthValuesEachByKey() {
    Dictionary words = new Dictionary(List.of("x\"y", "é"));
    ColumnBatch batch =
        ColumnBatch.ofIds(new long[] {7})
            .with(5, new BoolColumn(new long[] {1}, 1, null))
            .with(10, new IntColumn(new long[] {-4}, null))
            .with(20, new StringColumn(words, new int[] {1}, null))
            .with(15, new StringColumn(words, new int[] {0}, null))
            .with(40, new FloatColumn(new double[] {0.5}, null))
            .with(30, new FloatColumn(new double[] {3}, null));

    assertThat(answer(RowSet.all(batch)))
        .isEqualTo(
            "{\"request_id\":\"r1\",\"engine_request_id\":\"e1\",\"candidates\":["
                + "{\"id\":7,\"fields\":{\"k30\":3.0,\"k40\":0.5,\"k15\":\"x\\\"y\",\"k20\":\"é\","
                + "\"k10\":-4,\"k5\":true}}]}");
  }

  @Test
  void nullsAreLeftOutAndRowsComeInTheirOrder() {
    ColumnBatch batch =
        ColumnBatch.ofIds(new long[] {1, 2, 3})
            .with(2, new FloatColumn(new double[] {1, 2, 3}, new long[] {0b110}));

    assertThat(answer(RowSet.of(batch, new int[] {2, 0, 1}, 2)))
        .endsWith("\"candidates\":[{\"id\":3,\"fields\":{\"k2\":3.0}},{\"id\":1,\"fields\":{}}]}");
  }

  @Test
  void outputsFollowEachOther() {
    RowSet one = RowSet.all(ColumnBatch.ofIds(new long[] {1}));
    RowSet none = RowSet.all(ColumnBatch.ofIds(new long[] {}));

    assertThat(answer(one, none, one))
        .endsWith("\"candidates\":[{\"id\":1,\"fields\":{}},{\"id\":1,\"fields\":{}}]}");
    assertThat(answer()).endsWith("\"candidates\":[]}");
  }

  @Test
  void deltasTellWhatEachNodeDidToTheColumnsSourcesFirst() {
    PlanTrace trace =
        TestTraces.of(
            TestTraces.node("a", List.of()),
            TestTraces.node("av", List.of(1001), "a"),
            TestTraces.node("b", List.of(3001)),
            TestTraces.node("c", List.of(1001, 3001), "av", "b"),
            TestTraces.node("m", List.of(), "c"));

    writer.write("r1", "e1", List.of(), trace, json);

    assertThat(json)
        .asString()
        .contains(
            "\"engine_request_id\":\"e1\",\"schema_deltas\":["
                + delta("a", "", "", "", "")
                + ","
                + delta("b", "", "3001", "3001", "")
                + ","
                + delta("av", "", "1001", "1001", "")
                + ","
                + delta("c", "1001,3001", "1001,3001", "", "")
                + ","
                + delta("m", "1001,3001", "", "", "1001,3001")
                + "],\"candidates\":[]}");
  }

  private static String delta(String id, String in, String out, String added, String removed) {
    return "{\"node_id\":\"%s\",\"in_keys_union\":[%s],\"out_keys\":[%s],\"new_keys\":[%s],\"removed_keys\":[%s]}"
        .formatted(id, in, out, added, removed);
  }
}
