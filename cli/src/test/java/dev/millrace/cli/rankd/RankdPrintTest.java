package dev.millrace.cli.rankd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

final class RankdPrintTest {

  private static final String REQUEST = "{\"request_id\":\"r1\",\"user_id\":1}";

  @TempDir Path folder;

  @Test
  void theManifestIsTomlWithAllOps() {
    RankdRun run = RankdRun.of("", "--print-task-manifest");

    JsonNode manifest = TomlMapper.builder().build().readTree(run.out());
    assertThat(manifest.path("task").size()).isEqualTo(12);
    JsonNode take = manifest.path("task").get(6);
    assertThat(take.path("op").stringValue()).isEqualTo("core::take");
    assertThat(take.path("param").get(0).path("name").stringValue()).isEqualTo("count");
  }

  @Test
  void theRegistryReportHasDigestsAndSizes() {
    JsonNode report = RankdRun.of("", "--print-registry").json();

    assertThat(report.path("key_registry_digest").stringValue()).matches("[0-9a-f]{64}");
    assertThat(report.path("task_manifest_digest").stringValue()).matches("[0-9a-f]{64}");
    assertThat(report.path("num_tasks").intValue()).isEqualTo(12);
    assertThat(report.path("num_endpoints").intValue()).isEqualTo(2);
  }

  @Test
  void whereAnEndpointIsChangesOnlyTheDigestOfTheConfiguration() {
    JsonNode here = RankdRun.of("", "--print-registry").json();
    JsonNode there =
        RankdRun.of("", "--print-registry", "--endpoint", "redis_default=redis://there:1").json();

    for (String digest : List.of("endpoint_registry_digest", "key_registry_digest")) {
      assertThat(there.path(digest)).isEqualTo(here.path(digest));
    }
    assertThat(here.path("endpoint_config_digest").stringValue()).matches("[0-9a-f]{64}");
    assertThat(there.path("endpoint_config_digest"))
        .isNotEqualTo(here.path("endpoint_config_digest"));
  }

  @Test
  void plansHaveNamesInTheirFolder() throws IOException {
    var _ = PlanFiles.sleep(folder, 0, false);
    var _ = PlanFiles.viewer(folder);
    String plans = folder.toString();

    assertThat(RankdRun.of("", "--plan_dir", plans, "--list-plans").out())
        .isEqualTo("Available plans in %s:\n  sleep\n  viewer\n".formatted(folder));
    assertThat(RankdRun.of(REQUEST, "--plan_dir", plans, "--plan_name", "sleep").exit()).isZero();
    RankdRun missing = RankdRun.of(REQUEST, "--plan_dir", plans, "--plan_name", "slep");
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.json().path("detail").stringValue()).contains("slep", "sleep");
  }

  @Test
  void planDetailsTellMoreThanPlanInfo() throws IOException {
    String plan = PlanFiles.sleep(folder, 0, false);

    JsonNode info = RankdRun.of("", "--plan", plan, "--print-plan-info").json();
    JsonNode details = RankdRun.of("", "--plan", plan, "--print-plan-details").json();

    assertThat(info.has("complexity")).isFalse();
    assertThat(details.path("complexity").path("nodes").intValue()).isEqualTo(3);
  }

  @Test
  void aPlanThatRequiresWhatIsNotThereIsDescribedAndRefused() throws IOException {
    String capability = "cap.rfc.0005.key_effects_writes_exact.v1";
    String plan =
        PlanFiles.plan(
            folder,
            "needy",
            "{\"schema_version\":1,\"plan_name\":\"needy\",\"nodes\":[],\"outputs\":[],"
                + "\"capabilities_required\":[\"%s\"]}".formatted(capability));

    RankdRun run = RankdRun.of("", "--plan", plan, "--print-plan-info");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.json().path("error").path("code").stringValue())
        .isEqualTo("UNSUPPORTED_CAPABILITY");
    assertThat(run.json().path("error").path("unsupported").get(0).stringValue())
        .isEqualTo(capability);
    assertThat(run.err()).startsWith("Error: ").contains(capability);
  }
}
