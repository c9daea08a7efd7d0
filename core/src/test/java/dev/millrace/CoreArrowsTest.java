package dev.millrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Core depends on the JDK only, and the task model not on what runs it. */
final class CoreArrowsTest {
  private static final Path CLASSES = Path.of("target", "classes");
  private static final JavaClasses CORE = new ClassFileImporter().importPath(CLASSES);

  @Test
  void allClassesAreSeen() throws IOException {
    try (var files = Files.walk(CLASSES)) {
      long compiled = files.filter(file -> file.toString().endsWith(".class")).count();
      // The module descriptor is not a class that ArchUnit imports.
      assertThat(CORE).hasSize((int) compiled - 1);
    }
    assertThat(CORE)
        .extracting(JavaClass::getPackageName)
        .contains(
            "dev.millrace.task",
            "dev.millrace.executor",
            "dev.millrace.pipeline",
            "dev.millrace.simulation");
  }

  @Test
  void theModuleNeedsTheJdkOnlyAtRunTime() throws IOException {
    try (var file = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      assertThat(ModuleDescriptor.read(file).requires())
          .filteredOn(requires -> !requires.modifiers().contains(Modifier.STATIC))
          .extracting(Requires::name)
          .containsExactlyInAnyOrder("java.base", "java.management", "jdk.jfr");
    }
  }

  @Test
  void coreDependsOnTheJdkAndOnAnnotationsOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.millrace.executor..",
            "dev.millrace.pipeline..",
            "dev.millrace.simulation..",
            "dev.millrace.task..",
            "java..",
            "jdk.jfr..",
            "com.google.errorprone.annotations..",
            "org.jspecify.annotations..")
        .check(CORE);
  }

  @Test
  void theTaskModelDoesNotKnowWhatRunsIt() {
    noClasses()
        .that()
        .resideInAPackage("dev.millrace.task..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.millrace.executor..", "dev.millrace.pipeline..", "dev.millrace.simulation..")
        .check(CORE);
  }

  @Test
  void pipelinesDoNotKnowWhatRunsThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.millrace.pipeline..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.millrace.executor..", "dev.millrace.simulation..")
        .check(CORE);
  }
}
