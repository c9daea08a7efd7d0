package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.Diagnosis.Finding;
import dev.millrace.cli.Diagnosis.Severity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DiagnosisTest {
  private static final long GIBIBYTE = 1L << 30;

  private static final Machine.Store SQLITE = new Machine.Store(true, "SQLite 3");

  private static Machine machine(String jdk, long heap, boolean portFree) {
    return machine(jdk, heap, portFree, SQLITE);
  }

  private static Machine machine(String jdk, long heap, boolean portFree, Machine.Store store) {
    return new Machine(
        Runtime.Version.parse(jdk),
        "vendor",
        "/home",
        heap,
        8 * GIBIBYTE,
        4,
        8080,
        portFree,
        store);
  }

  private static Finding finding(Diagnosis diagnosis, String name) {
    return diagnosis.findings().stream()
        .filter(finding -> finding.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFitMachineHasNoProblems() {
    var diagnosis = Diagnosis.of(machine("25.0.1+8", 2 * GIBIBYTE, true));

    assertThat(diagnosis.problems()).isEmpty();
    assertThat(finding(diagnosis, "memory").detail()).isEqualTo("heap up to 2.0 GiB of 8.0 GiB");
    assertThat(DoctorCommand.text(diagnosis)).endsWith("\nAll right.");
  }

  @Test
  void anOldJdkIsAProblem() {
    var diagnosis = Diagnosis.of(machine("24", 2 * GIBIBYTE, true));

    assertThat(diagnosis.problems()).extracting(Finding::name).containsExactly("jdk");
    assertThat(finding(diagnosis, "jdk").detail()).endsWith("Millrace needs 25 or newer");
    assertThat(DoctorCommand.text(diagnosis)).endsWith("\nNot all right: jdk.");
    assertThat(DoctorCommand.json(diagnosis, new Version())).contains("\"ok\":false");
  }

  @Test
  void aTinyHeapIsAProblem() {
    var diagnosis = Diagnosis.of(machine("25", 64L << 20, true));

    assertThat(diagnosis.problems()).extracting(Finding::name).containsExactly("memory");
    assertThat(finding(diagnosis, "memory").detail()).startsWith("heap up to 64 MiB of 8.0 GiB");
  }

  @Test
  void aPortInUseIsANote() {
    var diagnosis = Diagnosis.of(machine("25", 2 * GIBIBYTE, false));

    assertThat(diagnosis.problems()).isEmpty();
    assertThat(finding(diagnosis, "port 8080").severity()).isEqualTo(Severity.NOTE);
  }

  @Test
  void aStoreThatCannotBeLoadedIsAProblem() {
    var store = new Machine.Store(false, "no library");
    var diagnosis = Diagnosis.of(machine("25", 2 * GIBIBYTE, true, store));

    assertThat(diagnosis.problems()).extracting(Finding::name).containsExactly("embedded");
    assertThat(finding(diagnosis, "embedded").detail()).contains("no library", "PostgreSQL");
  }

  @Test
  void theStoreOfThisMachineIsTried() {
    Machine.Store store = Machine.current().store();

    assertThat(store.works()).isTrue();
    assertThat(store.detail()).matches("SQLite 3\\.[0-9.]+");
  }

  @Test
  void aPortIsInUseWhileSomebodyListens() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(Machine.isFree(port)).isFalse();
    }
    assertThat(Machine.isFree(port)).isTrue();
  }

  @Test
  void jsonEscapesWhatItMust() {
    var diagnosis =
        new Diagnosis(List.of(new Finding("a\"b", Severity.NOTE, "c:\\d\n\u0001 \u00e9")));

    assertThat(DoctorCommand.json(diagnosis, new Version()))
        .endsWith(
            "[{\"name\":\"a\\\"b\",\"severity\":\"note\","
                + "\"detail\":\"c:\\\\d\\u000a\\u0001 \u00e9\"}]}");
  }
}
