package dev.millrace.server.http;

import java.time.Duration;

/**
 * Where the server listens and what it admits.
 *
 * @param address a name or number; another than loopback needs {@code insecure}
 * @param port 0 for any that is free
 * @param insecure listen for others although nobody has to show a key
 * @param eventLoops threads that read and write
 * @param drain how long a closing server waits for what is under way
 */
public record HttpSettings(
    String address, int port, boolean insecure, int eventLoops, Duration drain, HttpLimits limits) {

  private static final int MAX_PORT = 65_535;
  private static final int MAX_LOOPS = 64;

  public HttpSettings {
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("port must be from 0 to 65535, not " + port);
    }
    if (eventLoops < 1 || eventLoops > MAX_LOOPS) {
      throw new IllegalArgumentException("eventLoops must be from 1 to 64, not " + eventLoops);
    }
  }

  public static HttpSettings defaults() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new HttpSettings(
        "127.0.0.1",
        8080,
        false,
        Math.clamp(cores / 2, 1, 4),
        Duration.ofSeconds(10),
        HttpLimits.defaults());
  }

  public HttpSettings withPort(int other) {
    return new HttpSettings(address, other, insecure, eventLoops, drain, limits);
  }

  public HttpSettings withLimits(HttpLimits other) {
    return new HttpSettings(address, port, insecure, eventLoops, drain, other);
  }
}
