package dev.millrace.cli.server;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The second worker of {@code millrace dev}: another process, over the real protocol. */
final class WorkerProcess {

  private static final int STOP_SECONDS = 20;

  private final Process process;

  private WorkerProcess(Process process) {
    this.process = process;
  }

  static WorkerProcess start(String url) throws IOException {
    var java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    var command =
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            DevWorker.class.getName(),
            url);
    return new WorkerProcess(
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  long pid() {
    return process.pid();
  }

  /** Lets it finish what it has begun. */
  void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
