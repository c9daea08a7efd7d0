package dev.millrace.plan;

import dev.millrace.plan.registry.StableJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a plan requires of the engine.
 *
 * @param capabilities their ids, sorted
 * @param extensions the plan's extensions as stable JSON
 * @param digest over both; empty if there is neither
 */
public record PlanNeeds(List<String> capabilities, String extensions, String digest) {
  static final PlanNeeds NONE = new PlanNeeds(List.of(), "{}", "");

  public PlanNeeds {
    capabilities = List.copyOf(capabilities);
  }

  static PlanNeeds of(List<String> capabilities, @Nullable JsonNode extensions) {
    boolean extended = extensions != null && !extensions.isEmpty();
    if (capabilities.isEmpty() && !extended) {
      return NONE;
    }
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode both = json.objectNode();
    var list = both.putArray("capabilities_required");
    capabilities.forEach(list::add);
    JsonNode payloads = extensions == null ? json.objectNode() : extensions;
    both.set("extensions", payloads);
    return new PlanNeeds(
        capabilities, StableJson.text(payloads), "sha256:" + StableJson.sha256(both));
  }
}
