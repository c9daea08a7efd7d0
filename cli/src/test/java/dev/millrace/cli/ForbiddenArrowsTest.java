package dev.millrace.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows between packages that must not be, over all modules; core has its own as well. */
final class ForbiddenArrowsTest {
  private static final JavaClasses MILLRACE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.millrace");

  @Test
  void allModulesAreSeen() {
    assertThat(MILLRACE)
        .extracting(JavaClass::getPackageName)
        .contains(
            "dev.millrace.bench",
            "dev.millrace.cli",
            "dev.millrace.dsl",
            "dev.millrace.executor",
            "dev.millrace.stress",
            "dev.millrace.task");
  }

  @Test
  void anArrowThatIsThereIsFound() {
    var rule =
        noClasses()
            .that()
            .resideInAPackage("dev.millrace.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.millrace.bench..");

    assertThat(rule.evaluate(MILLRACE).hasViolation()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "task, executor",
    "task, simulation",
    "task, pipeline",
    "pipeline, executor",
    "pipeline, simulation",
    "rows, plan",
    "plan, server",
    "plan, dsl",
    "dsl, cli",
    "client, worker",
    "client, server",
    "worker, server",
    "dsl.syntax, dsl.eval",
    "dsl.eval, dsl.runtime",
    "server.flow, server.store",
    "server.flow, server.http",
    "bench, cli",
    "stress, cli",
  })
  void noArrow(String from, String to) {
    // That there is something to point from is checked by ArchUnit itself.
    assertThat(MILLRACE).anyMatch(resideInAPackage("dev.millrace." + to + ".."));
    noClasses()
        .that()
        .resideInAPackage("dev.millrace." + from + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.millrace." + to + "..")
        .check(MILLRACE);
  }
}
