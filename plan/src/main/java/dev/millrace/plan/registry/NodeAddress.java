package dev.millrace.plan.registry;

/** Where one Redis server listens. */
public record NodeAddress(String host, int port) {

  /**
   * Reads {@code host:port}, with an IPv6 host in brackets or, as Redis Cluster writes it, without.
   */
  public static NodeAddress parse(String text, int defaultPort) {
    int colon = text.lastIndexOf(':');
    boolean hasPort = colon > text.lastIndexOf(']');
    String host = hasPort ? text.substring(0, colon) : text;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isEmpty()) {
      throw new IllegalArgumentException("no host in '" + text + "'");
    }
    return new NodeAddress(host, hasPort ? port(text.substring(colon + 1)) : defaultPort);
  }

  private static int port(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException("'" + text + "' is no port");
    }
    int port = Integer.parseInt(text);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not within 1..65535");
    }
    return port;
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
