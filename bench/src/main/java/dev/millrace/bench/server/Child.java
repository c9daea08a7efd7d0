package dev.millrace.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that is asked by lines and answers by numbers, each on a line that begins with {@link
 * #SAYS}; it ends when its input ends. Used by one thread.
 */
final class Child implements AutoCloseable {

  /** What it says begins so; everything else is a log. */
  static final String SAYS = "bench: ";

  private static final int LOG_LINES = 20;
  private static final Duration ANSWER = Duration.ofMinutes(10);
  private static final Duration END = Duration.ofSeconds(20);

  private final Process process;
  private final BufferedWriter input;
  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(LOG_LINES);

  /** The last lines that are no answers, for when it fails; guarded by itself. */
  private final Deque<String> log = new ArrayDeque<>();

  private Child(Process process) {
    this.process = process;
    this.input = process.outputWriter(UTF_8);
  }

  /** Starts the JVM that this one runs on. */
  static Child java(List<String> arguments, Map<String, String> environment) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Child child = new Child(builder.start());
    // Somebody must always read, or it stops when the pipe is full.
    Thread _ = Thread.ofVirtual().start(child::listen);
    return child;
  }

  long cpuNanos() {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  long ask(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
    return said();
  }

  /** The next number that it says. */
  long said() throws IOException {
    try {
      for (int i = 0; i < ANSWER.toSeconds() && process.isAlive(); i++) {
        String answer = answers.poll(1, TimeUnit.SECONDS);
        if (answer != null) {
          return Long.parseLong(answer);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while another process was asked");
    }
    synchronized (log) {
      throw new IOException("a process does not answer: " + String.join("\n", log));
    }
  }

  private void listen() {
    process.inputReader(UTF_8).lines().forEach(this::hear);
  }

  private void hear(String line) {
    if (line.startsWith(SAYS)) {
      answers.add(line.substring(SAYS.length()));
      return;
    }
    synchronized (log) {
      log.addLast(line);
      if (log.size() > LOG_LINES) {
        log.removeFirst();
      }
    }
  }

  @Override
  public void close() {
    try {
      input.close();
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly(); // it is gone already
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
