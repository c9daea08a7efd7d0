package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapabilityCheckTest {
  private static final String CAPABILITIES =
      """
      schema_version = 1
      [[capability]]
      capability_id = "cap.bare"
      status = "implemented"
      [[capability]]
      capability_id = "cap.draft"
      status = "draft"
      [[capability]]
      capability_id = "cap.full"
      status = "deprecated"
      [capability.payload]
      required = ["on"]
      properties = {on = {type = "boolean"}, level = {type = "number"}}
      """;

  private PlanLoader loader;

  @BeforeEach
  void read(@TempDir Path folder) throws IOException {
    var _ = Files.writeString(folder.resolve("capabilities.toml"), CAPABILITIES);
    loader = PlanLoader.create(Registries.load(folder, Environment.DEV));
  }

  private PlanLoad load(String required, String extensions, String nodeExtensions) {
    return loader.load(
        """
        {"schema_version":1,"plan_name":"p","outputs":["a"],
         "nodes":[{"node_id":"a","op":"test::fixed_source","inputs":[],"extensions":%s}],
         "capabilities_required":%s,"extensions":%s}
        """
            .formatted(nodeExtensions, required, extensions)
            .getBytes(UTF_8));
  }

  private List<String> faults(String required, String extensions, String nodeExtensions) {
    return ((PlanLoad.Refused) load(required, extensions, nodeExtensions))
        .faults().stream().map(PlanFault::reason).toList();
  }

  @Test
  void acceptsAPayloadThatFits() {
    var loaded =
        (PlanLoad.Loaded) load("[\"cap.bare\",\"cap.full\"]", "{\"cap.full\":{\"on\":true}}", "{}");
    assertThat(loaded.warnings())
        .extracting(PlanFault::reason)
        .containsExactly("capability 'cap.full' is deprecated");
  }

  @Test
  void refusesWhatIsNotSupported() {
    assertThat(faults("[\"cap.draft\",\"cap.x\"]", "{}", "{}"))
        .containsExactly(
            "unsupported capability required by plan: cap.draft (draft)",
            "unsupported capability required by plan: cap.x (unknown)");
    PlanInfo info = ((PlanLoad.Refused) load("[\"cap.draft\"]", "{}", "{}")).info();
    assertThat(info.json())
        .startsWith("{\"plan_name\":\"p\",\"capabilities_required\":[\"cap.draft\"]")
        .endsWith(
            "\"error\":{\"code\":\"UNSUPPORTED_CAPABILITY\",\"unsupported\":[\"cap.draft\"]}}");
  }

  @Test
  void theListMustBeSortedStrings() {
    assertThat(faults("7", "{}", "{}"))
        .containsExactly("Plan 'capabilities_required' must be an array");
    assertThat(faults("[\"cap.full\",7,\"cap.bare\"]", "{}", "{}"))
        .containsExactly(
            "Plan 'capabilities_required' contains non-string element",
            "Plan 'capabilities_required' must be sorted lexicographically");
  }

  @Test
  void extensionsNeedTheirCapability() {
    assertThat(faults("[]", "{\"cap.bare\":{}}", "{\"cap.full\":{}}"))
        .containsExactly(
            "Plan extension key 'cap.bare' not in capabilities_required",
            "extension key 'cap.full' requires plan capability 'cap.full'");
    assertThat(faults("[]", "[]", "[]"))
        .containsExactlyInAnyOrder(
            "Node 'extensions' must be an object", "Plan 'extensions' must be an object");
  }

  @Test
  void payloadsAreCheckedFieldByField() {
    assertThat(faults("[\"cap.bare\"]", "{\"cap.bare\":{}}", "{}"))
        .containsExactly("capability 'cap.bare' at plan: no payload allowed");
    assertThat(faults("[\"cap.full\"]", "{\"cap.full\":[]}", "{\"cap.full\":null}"))
        .containsExactly(
            "capability 'cap.full' at plan: payload must be an object, got array",
            "capability 'cap.full' at node:a: payload is null, expected object"
                + " (use {} or omit key)");
    assertThat(faults("[\"cap.full\"]", "{\"cap.full\":{\"level\":\"x\",\"y\":1}}", "{}"))
        .containsExactlyInAnyOrder(
            "capability 'cap.full' at plan: 'level' must be number",
            "capability 'cap.full' at plan: unexpected key 'y'",
            "capability 'cap.full' at plan: missing required 'on'");
  }
}
