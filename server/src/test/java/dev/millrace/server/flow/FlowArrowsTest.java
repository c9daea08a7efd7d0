package dev.millrace.server.flow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The decider is pure: it has no means to do anything but decide. */
final class FlowArrowsTest {

  private static final JavaClasses FLOW =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.millrace.server.flow");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.io..",
        "java.net..",
        "java.nio.file..",
        "java.sql..",
        "java.util.concurrent..",
        "dev.millrace.server.store..",
        "dev.millrace.server.http..",
        "dev.millrace.executor..",
      })
  void noArrowOutOfPureCode(String forbidden) {
    noClasses().should().dependOnClassesThat().resideInAPackage(forbidden).check(FLOW);
  }

  @Test
  void noClockNoThreadNoChance() {
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(FLOW);
    noClasses().should().callMethod(System.class, "nanoTime").check(FLOW);
    noClasses().should().callMethod(Instant.class, "now").check(FLOW);
    noClasses().should().dependOnClassesThat().areAssignableTo(Thread.class).check(FLOW);
    noClasses().should().dependOnClassesThat().areAssignableTo(Random.class).check(FLOW);
    noClasses().should().dependOnClassesThat().areAssignableTo(UUID.class).check(FLOW);
  }
}
