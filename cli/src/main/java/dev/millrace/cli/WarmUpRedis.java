package dev.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Speaks as much of Redis's protocol as a client needs to connect and read, on a free port of this
 * machine: whatever the key, the same user who follows one other. Thread-safe.
 */
final class WarmUpRedis implements AutoCloseable {

  private final ServerSocket server;

  private WarmUpRedis(ServerSocket server) {
    this.server = server;
  }

  static WarmUpRedis open() throws IOException {
    WarmUpRedis redis = new WarmUpRedis(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
    Thread _ = Thread.ofPlatform().daemon().name("warm-up redis").start(redis::accept);
    return redis;
  }

  String address() {
    return "redis://127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread _ = Thread.ofPlatform().daemon().start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed: that is how it ends.
    }
  }

  private static void serve(Socket client) {
    try (client;
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8))) {
      for (String size = in.readLine(); size != null; size = in.readLine()) {
        String command = command(in, Integer.parseInt(size.substring(1)));
        client.getOutputStream().write(reply(command).getBytes(UTF_8));
      }
    } catch (IOException e) {
      // The client went away, as it may.
    }
  }

  /** The first of some words, each with a line before it that has its length. */
  private static String command(BufferedReader in, int words) throws IOException {
    String first = "";
    for (int i = 0; i < words; i++) {
      String _ = in.readLine();
      String word = in.readLine();
      first = i == 0 && word != null ? word : first;
    }
    return first;
  }

  private static String reply(String command) {
    return switch (command) {
      case "HELLO" -> "*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:2\r\n";
      case "PING" -> "+PONG\r\n";
      case "HGETALL" -> "*2\r\n$7\r\ncountry\r\n$2\r\nUS\r\n";
      case "LRANGE" -> "*1\r\n$1\r\n2\r\n";
      default -> "+OK\r\n";
    };
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
