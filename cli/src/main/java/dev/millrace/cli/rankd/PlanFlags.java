package dev.millrace.cli.rankd;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which plan, and what it may name. Set by picocli. */
final class PlanFlags {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  /** Where the launcher lives: its artifacts are used where the current folder has none. */
  private static final String HOME = "MILLRACE_HOME";

  @Option(names = "--plan", paramLabel = "PATH", description = "The plan's JSON file.")
  @Nullable Path plan;

  @Option(
      names = "--plan_name",
      paramLabel = "NAME",
      description = "The plan of this name in the plan folder.")
  @Nullable String planName;

  @Option(
      names = "--plan_dir",
      paramLabel = "DIR",
      description = "The plan folder. Default: artifacts/plans.")
  @Nullable Path planDir;

  @Option(
      names = "--artifacts_dir",
      paramLabel = "DIR",
      description =
          "Where endpoints.<env>.json is; without that file the registries' own endpoints are used."
              + " Default: artifacts.")
  @Nullable Path artifactsDir;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      description = "dev, test or prod. Default: dev.",
      defaultValue = "dev")
  String env = "dev";

  @Option(
      names = "--registry",
      paramLabel = "DIR",
      description = "A folder with keys.toml, params.toml, …; what it lacks is built in.")
  @Nullable Path registry;

  @Option(
      names = "--endpoint",
      paramLabel = "NAME=URI",
      description =
          "Another address for an endpoint (by name or id), e.g. redis_default=redis://host:6379;"
              + " may be repeated. Also as a variable: MILLRACE_ENDPOINT_REDIS_DEFAULT.")
  List<String> endpoints = new ArrayList<>();

  /** Refuses what does not go together. */
  void check(boolean nameWins) {
    if (planName != null && !NAME.matcher(planName).matches()) {
      throw Refusal.usage("--plan_name is '%s', must match ^[A-Za-z0-9_]+$".formatted(planName));
    }
    if (plan != null && planName != null && !nameWins) {
      throw Refusal.usage("Cannot specify both --plan and --plan_name");
    }
  }

  boolean hasPlan() {
    return plan != null || planName != null;
  }

  Path planDir(Map<String, String> environment) {
    return planDir == null ? artifacts(environment).resolve("plans") : planDir;
  }

  Path artifactsDir(Map<String, String> environment) {
    return artifactsDir == null ? artifacts(environment) : artifactsDir;
  }

  private static Path artifacts(Map<String, String> environment) {
    Path here = Path.of("artifacts");
    String home = environment.getOrDefault(HOME, "");
    return here.toFile().isDirectory() || home.isEmpty() ? here : Path.of(home, "artifacts");
  }
}
