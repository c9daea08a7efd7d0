package dev.millrace.cli;

import java.util.List;
import java.util.Locale;

/** What {@code doctor} found, one finding for each thing that Millrace needs. */
record Diagnosis(List<Finding> findings) {
  private static final int MINIMUM_JDK = 25;
  private static final long MINIMUM_HEAP = 256L << 20;

  /** How much a finding matters: a problem stops Millrace, a note does not. */
  enum Severity {
    OK,
    NOTE,
    PROBLEM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One thing that was looked at. */
  record Finding(String name, Severity severity, String detail) {}

  Diagnosis {
    findings = List.copyOf(findings);
  }

  static Diagnosis of(Machine machine) {
    return new Diagnosis(
        List.of(
            jdk(machine),
            memory(machine),
            new Finding("cores", Severity.OK, Integer.toString(machine.cores())),
            port(machine),
            store(machine),
            new Finding(
                "external",
                Severity.OK,
                "nothing needed; PostgreSQL for more than one server, Redis for plans' data")));
  }

  List<Finding> problems() {
    return findings.stream().filter(finding -> finding.severity() == Severity.PROBLEM).toList();
  }

  private static Finding jdk(Machine machine) {
    String detail = "%s, %s, %s".formatted(machine.jdk(), machine.jdkVendor(), machine.javaHome());
    return machine.jdk().feature() >= MINIMUM_JDK
        ? new Finding("jdk", Severity.OK, detail)
        : new Finding(
            "jdk", Severity.PROBLEM, detail + "; Millrace needs " + MINIMUM_JDK + " or newer");
  }

  private static Finding memory(Machine machine) {
    String detail =
        "heap up to %s of %s".formatted(size(machine.heapBytes()), size(machine.memoryBytes()));
    return machine.heapBytes() >= MINIMUM_HEAP
        ? new Finding("memory", Severity.OK, detail)
        : new Finding(
            "memory",
            Severity.PROBLEM,
            detail + "; Millrace needs a heap of " + size(MINIMUM_HEAP) + ", e.g. -Xmx256m");
  }

  /** A problem only for who has no PostgreSQL, but that is what the first command needs. */
  private static Finding store(Machine machine) {
    String detail = machine.store().detail();
    return machine.store().works()
        ? new Finding("embedded", Severity.OK, detail + " as the store, example data for plans")
        : new Finding(
            "embedded",
            Severity.PROBLEM,
            "the embedded store does not work here: "
                + detail
                + "; make sure that programs may be run from "
                + System.getProperty("java.io.tmpdir")
                + ", or serve from PostgreSQL");
  }

  /** A note, not a problem: the server can take another one. */
  private static Finding port(Machine machine) {
    String name = "port " + machine.port();
    return machine.portFree()
        ? new Finding(name, Severity.OK, "free, for the server")
        : new Finding(
            name, Severity.NOTE, "in use by another process; the server needs a free one");
  }

  private static String size(long bytes) {
    long mebibytes = bytes >> 20;
    return mebibytes < 1024
        ? mebibytes + " MiB"
        : String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1024.0);
  }
}
