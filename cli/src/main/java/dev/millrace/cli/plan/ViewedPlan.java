package dev.millrace.cli.plan;

import dev.millrace.dsl.CompileResult;
import dev.millrace.dsl.PlanBuild;
import dev.millrace.dsl.PlanCompiler;
import dev.millrace.dsl.view.PlanView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/** Reads a plan to look at: TypeScript is compiled first. */
final class ViewedPlan {

  private ViewedPlan() {}

  static PlanView of(Path file, PlanCompiler compiler) throws IOException {
    if (file.toString().endsWith(".ts")) {
      return switch (PlanBuild.of(compiler).file(file, null)) {
        case CompileResult.Compiled plan -> PlanView.of(plan.json(), compiler.names());
        case CompileResult.Unchanged unchanged -> throw new IllegalStateException(unchanged.file());
        case CompileResult.Refused refused ->
            throw new IllegalArgumentException(
                refused.diagnostics().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining("; ")));
      };
    }
    try {
      return PlanView.of(Files.readString(file), compiler.names());
    } catch (JacksonException failure) {
      throw new IllegalArgumentException(
          "%s is no plan JSON: %s".formatted(file, failure.getOriginalMessage()), failure);
    }
  }
}
