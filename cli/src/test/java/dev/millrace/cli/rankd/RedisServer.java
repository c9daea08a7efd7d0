package dev.millrace.cli.rankd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.plan.io.RedisScript;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import redis.embedded.RedisExecProvider;

/** A real Redis server on a free port of this machine. */
final class RedisServer implements AutoCloseable {

  private final Process process;
  private final int port;

  private RedisServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static RedisServer start() throws IOException {
    int port = freePort();
    Process process =
        new ProcessBuilder(
                RedisExecProvider.defaultProvider().get().getPath(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no")
            .redirectErrorStream(true)
            .start();
    BufferedReader log = process.inputReader();
    String line = log.readLine();
    while (line != null && !line.contains("Ready to accept connections")) {
      line = log.readLine();
    }
    if (line == null) {
      throw new IOException("Redis did not start");
    }
    // Somebody must read on, or the server stops when the pipe is full.
    Thread.ofVirtual().start(() -> log.lines().forEach(_ -> {}));
    return new RedisServer(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  String address() {
    return "redis://127.0.0.1:" + port;
  }

  /** Sends the commands one after the other, as the protocol has it. */
  void load(RedisScript script) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      var replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      for (RedisScript.Statement statement : script.statements()) {
        socket.getOutputStream().write(encoded(statement.words()));
        String reply = replies.readLine();
        if (reply == null || reply.startsWith("-")) {
          throw new IOException("%s: %s".formatted(statement, reply));
        }
      }
    }
  }

  private static byte[] encoded(List<String> words) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes("*%d\r\n".formatted(words.size()).getBytes(UTF_8));
    for (String word : words) {
      byte[] text = word.getBytes(UTF_8);
      bytes.writeBytes("$%d\r\n".formatted(text.length).getBytes(UTF_8));
      bytes.writeBytes(text);
      bytes.writeBytes("\r\n".getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
