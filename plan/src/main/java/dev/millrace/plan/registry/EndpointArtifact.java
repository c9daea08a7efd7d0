package dev.millrace.plan.registry;

import static java.util.Comparator.comparing;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Endpoints as the reference's tools compile them: JSON with two digests, which must be those of
 * the content.
 */
final class EndpointArtifact {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private EndpointArtifact() {}

  static Registry<String, EndpointSpec> read(String file, String text, Environment environment) {
    RegistryFile source = new RegistryFile(file);
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new RegistryException(List.of(file + ": " + e.getOriginalMessage()));
    }
    if (!root.path("env").asString("").equals(environment.text())) {
      source.fault("'env' is %s, must be %s".formatted(root.path("env"), environment.text()));
    }
    checkDigests(source, root);
    ObjectNode content = Digests.object();
    content.set("schema_version", root.path("schema_version"));
    content.set("endpoints", root.path("endpoints"));
    return Endpoints.registry(source, source.tables(content, "endpoints"));
  }

  private static void checkDigests(RegistryFile source, JsonNode root) {
    ObjectNode identities = Digests.object();
    identities.put("schema_version", 1);
    var entries = identities.putArray("entries");
    ObjectNode full = Digests.object();
    full.put("schema_version", 1);
    var configs = full.putArray("entries");
    for (JsonNode endpoint : sorted(root.path("endpoints"))) {
      configs.add(endpoint);
      ObjectNode entry = entries.addObject();
      for (String field : List.of("endpoint_id", "kind", "name")) {
        entry.set(field, endpoint.path(field));
      }
    }
    check(source, root, "registry_digest", StableJson.sha256(identities));
    check(source, root, "config_digest", StableJson.sha256(full));
  }

  private static List<JsonNode> sorted(JsonNode endpoints) {
    return endpoints
        .valueStream()
        .sorted(comparing(endpoint -> endpoint.path("endpoint_id").asString("")))
        .toList();
  }

  private static void check(RegistryFile source, JsonNode root, String field, String actual) {
    String stated = root.path(field).asString("");
    if (!stated.equals(actual) && !stated.equals("sha256:" + actual)) {
      source.fault("'%s' is '%s', the content has %s".formatted(field, stated, actual));
    }
  }
}
