package dev.millrace.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The JSON of a plan, node by node; params in single quotes, for readability. */
final class PlanText {

  private final List<String> nodes = new ArrayList<>();
  private String tables = "";

  /** A node with params such as {@code 'count':3}, and its inputs. */
  PlanText node(String id, String op, String params, String... inputs) {
    String names = List.of(inputs).stream().map(PlanText::quoted).collect(Collectors.joining(","));
    nodes.add(
        "{'node_id':'%s','op':'%s','inputs':[%s],'params':{%s}}".formatted(id, op, names, params));
    return this;
  }

  /** An entry of {@code expr_table} or {@code pred_table}, which may be added to once. */
  PlanText table(String table, String id, String tree) {
    tables += ",'%s':{'%s':%s}".formatted(table, id, tree);
    return this;
  }

  String outputs(String... outputs) {
    String ends = List.of(outputs).stream().map(PlanText::quoted).collect(Collectors.joining(","));
    return "{'schema_version':1,'plan_name':'test','nodes':[%s],'outputs':[%s]%s}"
        .formatted(String.join(",", nodes), ends, tables)
        .replace('\'', '"');
  }

  private static String quoted(String name) {
    return "'" + name + "'";
  }
}
