package dev.millrace.cli.rankd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small plans, written into a folder; each method returns the file. */
final class PlanFiles {

  static final String SLEEP =
      """
      {"schema_version":1,"plan_name":"sleep","nodes":[
       {"node_id":"a","op":"test::fixed_source","inputs":[],"params":{"row_count":2}},
       {"node_id":"s","op":"test::sleep","inputs":["a"],
        "params":{"duration_ms":%d,"fail_after_sleep":%s}},
       {"node_id":"t","op":"core::take","inputs":["s"],"params":{"count":1}}],
       "outputs":["t"]}
      """;

  private static final String VIEWER =
      """
      {"schema_version":1,"plan_name":"viewer","nodes":[
       {"node_id":"v","op":"core::viewer","inputs":[],"params":{"endpoint":"ep_0001"}}],
       "outputs":["v"]}
      """;

  private PlanFiles() {}

  static String plan(Path folder, String name, String json) throws IOException {
    return Files.writeString(folder.resolve(name + ".plan.json"), json).toString();
  }

  static String sleep(Path folder, int millis, boolean fails) throws IOException {
    return plan(folder, "sleep", SLEEP.formatted(millis, fails));
  }

  static String viewer(Path folder) throws IOException {
    return plan(folder, "viewer", VIEWER);
  }
}
