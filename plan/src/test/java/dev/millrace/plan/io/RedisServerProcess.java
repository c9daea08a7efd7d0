package dev.millrace.plan.io;

import dev.millrace.plan.registry.EndpointSpec;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.RedisExecProvider;

/** A real Redis server on a free port of this machine. */
public final class RedisServerProcess implements AutoCloseable {

  private static File executable;

  private final int port;
  private final List<String> options;
  private Process process;

  private RedisServerProcess(int port, List<String> options) {
    this.port = port;
    this.options = options;
  }

  public static RedisServerProcess start(String... options) {
    RedisServerProcess server = new RedisServerProcess(freePort(), List.of(options));
    server.restart();
    return server;
  }

  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it on the same port, without any data. */
  public void restart() {
    List<String> command = new ArrayList<>();
    try {
      command.add(executable().getAbsolutePath());
      command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
      if (!options.contains("--port")) {
        command.addAll(List.of("--port", String.valueOf(port)));
      }
      options.forEach(option -> command.add(option.replace("<port>", String.valueOf(port))));
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      awaitReady(process.inputReader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unpacked once for all tests of this process. */
  private static synchronized File executable() throws IOException {
    if (executable == null) {
      executable = RedisExecProvider.defaultProvider().get();
    }
    return executable;
  }

  private static void awaitReady(BufferedReader log) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      lines.add(line);
      if (line.contains("Ready to accept connections")) {
        // Somebody must read on, or the server stops when the pipe is full.
        Thread.ofVirtual().start(() -> drain(log));
        return;
      }
    }
    throw new IOException("Redis did not start: " + lines);
  }

  private static void drain(BufferedReader log) {
    try {
      var _ = log.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // The server is gone, and its log with it.
      return;
    }
  }

  public int port() {
    return port;
  }

  public URI address() {
    return URI.create("redis://127.0.0.1:" + port);
  }

  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** It is there and does nothing, until {@link #resume}. */
  public void pause() {
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      int code = new ProcessBuilder("kill", name, String.valueOf(process.pid())).start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill " + name + " failed: " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  EndpointSpec endpoint() {
    return endpoint(address());
  }

  static EndpointSpec endpoint(URI address) {
    return endpoint(address, 64, Duration.ofSeconds(20));
  }

  static EndpointSpec endpoint(URI address, int maxInflight, Duration requestTimeout) {
    return new EndpointSpec(
        "ep_0001",
        "redis_default",
        EndpointSpec.Kind.REDIS,
        address,
        new EndpointSpec.Policy(maxInflight, Duration.ofSeconds(10), requestTimeout));
  }

  @Override
  public void close() {
    kill();
  }
}
