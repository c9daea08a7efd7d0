package dev.millrace.bench.plan;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.embedded.RedisExecProvider;

/** A real Redis server on a free port of this machine, without disk. */
final class RedisServer implements AutoCloseable {

  private final int port;
  private final Process process;

  private RedisServer(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  static RedisServer start() throws IOException {
    File executable = RedisExecProvider.defaultProvider().get();
    int port = freePort();
    Process process =
        new ProcessBuilder(
                executable.getPath(),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--appendonly",
                "no")
            .redirectErrorStream(true)
            .start();
    // Whatever ends this process early, no server stays behind.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(process::destroyForcibly));
    awaitReady(process.inputReader());
    return new RedisServer(port, process);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitReady(BufferedReader log) throws IOException {
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      if (line.contains("Ready to accept connections")) {
        // Somebody must read on, or the server stops when the pipe is full.
        Thread _ = Thread.ofVirtual().start(() -> log.lines().forEach(_ -> {}));
        return;
      }
    }
    throw new IOException("Redis did not start");
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
