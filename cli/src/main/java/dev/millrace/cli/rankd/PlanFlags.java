package dev.millrace.cli.rankd;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which plan, and what it may name. Set by the command line. */
final class PlanFlags {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  /** Where the launcher lives: its artifacts are used where the current folder has none. */
  private static final String HOME = "MILLRACE_HOME";

  @Nullable Path plan;
  @Nullable String planName;
  private @Nullable Path planDir;
  private @Nullable Path artifactsDir;
  String env = "dev";
  @Nullable Path registry;
  final List<String> endpoints = new ArrayList<>();
  final List<String> ops = new ArrayList<>();

  void declare(FlagTable table) {
    table.heading("The plan");
    table.text("--plan", "PATH", "The plan's JSON file.", text -> plan = path("--plan", text));
    table.text(
        "--plan_name",
        "NAME",
        "The plan of this name in the plan folder.",
        text -> planName = text);
    table.text(
        "--plan_dir",
        "DIR",
        "The plan folder. Default: artifacts/plans.",
        text -> planDir = path("--plan_dir", text));
    table.text(
        "--artifacts_dir",
        "DIR",
        "Where endpoints.<env>.json is; without that file the registries' own endpoints are used."
            + " Default: artifacts.",
        text -> artifactsDir = path("--artifacts_dir", text));
    table.text("--env", "ENV", "dev, test or prod. Default: dev.", text -> env = text);
    table.text(
        "--registry",
        "DIR",
        "A folder with keys.toml, params.toml, …; what it lacks is built in.",
        text -> registry = path("--registry", text));
    table.text(
        "--endpoint",
        "NAME=URI",
        "Another address for an endpoint, by name or id, e.g. redis_default=redis://host:6379; may"
            + " be repeated. Also as a variable: MILLRACE_ENDPOINT_REDIS_DEFAULT.",
        endpoints::add);
    table.text(
        "--ops",
        "PATH",
        "A jar with ops of your own, or a folder of jars or classes; may be repeated. Also as a"
            + " variable: MILLRACE_OPS.",
        ops::add);
  }

  static Path path(String flag, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw Refusal.usage("%s is no path: %s".formatted(flag, e.getMessage()));
    }
  }

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
