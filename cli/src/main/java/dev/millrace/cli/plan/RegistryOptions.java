package dev.millrace.cli.plan;

import dev.millrace.dsl.PlanCompiler;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which names plans may use. */
final class RegistryOptions {

  @Option(
      names = "--registry",
      paramLabel = "DIR",
      description = "The folder with keys.toml, params.toml and so on. Default: built-in.")
  private @Nullable Path folder;

  PlanCompiler compiler() {
    Registries registries =
        folder == null
            ? Registries.builtin(Environment.DEV)
            : Registries.load(folder, Environment.DEV);
    // Only to check: nothing is run, so no code is generated.
    return PlanCompiler.of(PlanLoader.create(registries).withBackend(ExprBackend.interpreter()));
  }
}
