package dev.millrace.cli.plan;

import dev.millrace.cli.InstalledOps;
import dev.millrace.dsl.PlanCompiler;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
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

  @Option(
      names = "--ops",
      paramLabel = "PATH",
      description =
          "A jar with ops of your own, or a folder of jars or classes; may be repeated. Also as a"
              + " variable: MILLRACE_OPS.")
  private List<String> ops = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

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
    return PlanCompiler.of(
        PlanLoader.create(registries, ops()).withBackend(ExprBackend.interpreter()));
  }

  private OpCatalog ops() {
    try {
      return InstalledOps.of(System.getenv(), ops);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
