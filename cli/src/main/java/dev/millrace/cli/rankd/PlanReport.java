package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.PlanInfo;
import dev.millrace.plan.json.JsonBuffer;
import java.util.List;

/** What {@code --print-plan-info} says of a plan: the fields that scripts know, and no others. */
final class PlanReport {

  private PlanReport() {}

  static String of(PlanInfo info) {
    JsonBuffer json = new JsonBuffer().beginObject();
    json.name("plan_name").string(info.plan());
    json.name("capabilities_required").beginArray();
    info.needs().capabilities().forEach(json::string);
    json.endArray().name("extensions").raw(info.needs().extensions().getBytes(UTF_8));
    json.name("capabilities_digest").string(info.needs().digest());
    if (info.unsupported().isEmpty()) {
      json.name("nodes").beginArray();
      info.nodes().forEach(node -> write(node, json));
      json.endArray();
    } else {
      json.name("error").beginObject().name("code").string("UNSUPPORTED_CAPABILITY");
      json.name("unsupported").beginArray();
      info.unsupported().forEach(json::string);
      json.endArray().endObject();
    }
    return json.endObject().toString();
  }

  private static void write(PlanInfo.Node node, JsonBuffer json) {
    List<Integer> writes = node.writes();
    json.beginObject().name("node_id").string(node.id()).name("op").string(node.op());
    json.name("writes_eval").beginObject();
    json.name("kind").string(writes == null ? "Unknown" : "Exact").name("keys").beginArray();
    if (writes != null) {
      writes.forEach(json::number);
    }
    json.endArray().endObject().endObject();
  }
}
