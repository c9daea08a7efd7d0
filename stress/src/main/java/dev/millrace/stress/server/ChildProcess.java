package dev.millrace.stress.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Another JVM with our class path, which can be killed, stopped and continued. Thread-safe. */
final class ChildProcess {

  /** The line that says that it can be used. */
  static final String READY = "ready";

  private static final int START_SECONDS = 120;
  private static final int CLOSE_SECONDS = 30;

  private final String name;
  private final Process process;
  private final Path log;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it; see {@link #awaitReady}.
   *
   * @param folder where its log goes
   * @param lines is told what it says after that it is ready
   */
  static ChildProcess start(
      String name, Class<?> main, List<String> arguments, Path folder, Consumer<String> lines)
      throws IOException {
    var log = folder.resolve(name + ".log");
    var command = new ArrayList<String>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx192m", "-Xshare:auto"));
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    var process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    var child = new ChildProcess(name, process, log);
    var _ = Thread.ofVirtual().name(name).start(() -> child.read(lines));
    return child;
  }

  /** For the child: it ends with whoever started it, because then its input ends. */
  static void endWithParent() {
    var _ =
        Thread.ofPlatform()
            .daemon()
            .name("parent-watch")
            .start(() -> {
              try {
                while (System.in.read() >= 0) {
                  // Nobody writes anything there.
                }
              } catch (IOException e) {
                // The same as the end of it.
              }
              Runtime.getRuntime().halt(3);
            });
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(READY)) {
          ready.countDown();
        } else {
          lines.accept(line);
        }
      }
    } catch (IOException e) {
      // A killed process may leave half a line.
    } finally {
      boolean _ = ended.complete(true);
      ready.countDown();
    }
  }

  void awaitReady() throws InterruptedException {
    boolean said = ready.await(START_SECONDS, TimeUnit.SECONDS);
    if (!said || ended.isDone()) {
      throw new IllegalStateException(
          "%s did not start within %d s:%n%s".formatted(name, START_SECONDS, lastLines()));
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code kill -9}: it notices nothing. Waits until it is gone, whatever happens. */
  void kill() {
    var _ = process.destroyForcibly();
    var _ = process.onExit().join();
    boolean _ = ended.join();
  }

  /** It stands still from now on, as if its machine did. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IOException("kill -%s of %s failed with %d".formatted(signal, name, code));
    }
  }

  /** Asks it to end, and waits until all it said is read. */
  void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
    boolean _ = ended.join();
  }

  /** What it logged last. */
  String lastLines() {
    try {
      var lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    } catch (IOException e) {
      return "(its log " + log + " cannot be read: " + e.getMessage() + ")";
    }
  }
}
