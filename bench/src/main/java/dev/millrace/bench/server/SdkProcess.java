package dev.millrace.bench.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The official client's worker, {@code SdkWorker.java} in {@code bench/sdk}. Used by one thread.
 */
final class SdkProcess implements AutoCloseable {

  private final Child worker;
  private final Drain.ServerCpu cpu;

  private SdkProcess(Child worker, Drain.ServerCpu cpu) {
    this.worker = worker;
    this.cpu = cpu;
  }

  /** Where its jars are. */
  static Path jars(Path sdk) {
    return sdk.resolve("target").resolve("lib");
  }

  /**
   * @param chained whether it sends results as update-v2; it sends plain ones unless told otherwise
   */
  static SdkProcess start(Path sdk, Bout bout, boolean chained) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("-DtaskUpdateV2=" + chained);
    arguments.add("-cp");
    arguments.add(jars(sdk).resolve("*").toString());
    arguments.add(sdk.resolve("SdkWorker.java").toString());
    arguments.add(bout.url());
    arguments.addAll(bout.flows().chainTypes());
    Child worker = Child.java(arguments, Map.of());
    long _ = worker.said();
    return new SdkProcess(worker, bout.cpu());
  }

  DrainSample drain(int tasks) throws IOException {
    long serverCpu = cpu.serverNanos();
    long databaseCpu = cpu.databaseNanos();
    long clientCpu = worker.cpuNanos();
    long nanos = worker.ask(Integer.toString(tasks));
    double count = tasks;
    return new DrainSample(
        count / (nanos / 1e9),
        (cpu.serverNanos() - serverCpu) / 1e3 / count,
        (cpu.databaseNanos() - databaseCpu) / 1e3 / count,
        (worker.cpuNanos() - clientCpu) / 1e3 / count,
        0);
  }

  @Override
  public void close() {
    worker.close();
  }
}
