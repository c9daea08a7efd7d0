package dev.millrace.cli.plan;

import dev.millrace.dsl.PlanCompiler;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which names plans may use. */
final class RegistryOptions {

  @Option(
      names = "--registry",
      paramLabel = "DIR",
      description = "The folder with keys.toml, params.toml and so on. Default: built-in.")
  private @Nullable Path folder;

  @Option(
      names = "--env",
      paramLabel = "ENV",
      defaultValue = "dev",
      converter = EnvironmentName.class,
      description = "Whose endpoints plans may name: dev, test or prod. Default: dev.")
  private Environment environment = Environment.DEV;

  /** Reads {@code dev}, {@code test} and {@code prod}. */
  static final class EnvironmentName implements ITypeConverter<Environment> {
    @Override
    public Environment convert(String text) {
      try {
        return Environment.of(text);
      } catch (IllegalArgumentException unknown) {
        throw new TypeConversionException(String.valueOf(unknown.getMessage()));
      }
    }
  }

  PlanCompiler compiler() {
    Registries registries =
        folder == null ? Registries.builtin(environment) : Registries.load(folder, environment);
    // Only to check: nothing is run, so no code is generated.
    return PlanCompiler.of(PlanLoader.create(registries).withBackend(ExprBackend.interpreter()));
  }
}
