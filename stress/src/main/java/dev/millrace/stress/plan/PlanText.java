package dev.millrace.stress.plan;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a small plan as JSON; single quotes in what it is given stand for double ones. */
final class PlanText {

  private final List<String> nodes = new ArrayList<>();
  private final List<String> exprs = new ArrayList<>();

  @CanIgnoreReturnValue
  PlanText node(String id, String op, String params, String... inputs) {
    String from = Arrays.stream(inputs).map(PlanText::quoted).collect(Collectors.joining(","));
    nodes.add(
        "{\"node_id\":%s,\"op\":%s,\"inputs\":[%s],\"params\":%s}"
            .formatted(quoted(id), quoted(op), from, params.replace('\'', '"')));
    return this;
  }

  @CanIgnoreReturnValue
  PlanText expr(String id, String tree) {
    exprs.add(quoted(id) + ":" + tree.replace('\'', '"'));
    return this;
  }

  byte[] output(String... outputs) {
    String to = Arrays.stream(outputs).map(PlanText::quoted).collect(Collectors.joining(","));
    return ("{\"schema_version\":1,\"plan_name\":\"scenario\",\"nodes\":[%s],\"outputs\":[%s],"
            + "\"expr_table\":{%s}}")
        .formatted(String.join(",", nodes), to, String.join(",", exprs))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
