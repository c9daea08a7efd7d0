package dev.millrace.plan.registry;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint's address says: {@code redis://[user][:password@]host[:port][/database]}. With
 * {@code rediss} the connection is TLS. {@code redis-cluster} and {@code rediss-cluster} may name
 * several nodes, {@code host:port,host:port}, and have only database 0.
 */
public record RedisAddress(
    List<NodeAddress> nodes,
    boolean tls,
    boolean cluster,
    @Nullable String user,
    @Nullable String password,
    int database) {

  private static final int DEFAULT_PORT = 6379;

  public RedisAddress {
    nodes = List.copyOf(nodes);
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with a text for people that does not show the password
   */
  public static RedisAddress parse(URI uri) {
    try {
      return read(uri);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Redis address of scheme '%s' not understood: %s"
              .formatted(uri.getScheme(), e.getMessage()),
          e);
    }
  }

  private static RedisAddress read(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    boolean tls = scheme.startsWith("rediss");
    boolean cluster = scheme.endsWith("-cluster");
    if (!scheme.equals((tls ? "rediss" : "redis") + (cluster ? "-cluster" : ""))) {
      throw new IllegalArgumentException(
          "the scheme must be redis, rediss, redis-cluster or rediss-cluster");
    }
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    int at = authority.lastIndexOf('@');
    List<NodeAddress> nodes =
        Arrays.stream(authority.substring(at + 1).split(",", -1))
            .map(node -> NodeAddress.parse(node, DEFAULT_PORT))
            .toList();
    if (!cluster && nodes.size() > 1) {
      throw new IllegalArgumentException("several nodes need the scheme redis-cluster");
    }
    int database = database(uri.getPath() == null ? "" : uri.getPath());
    if (cluster && database != 0) {
      throw new IllegalArgumentException("a cluster has only database 0");
    }
    String login = at < 0 ? "" : authority.substring(0, at);
    int colon = login.indexOf(':');
    String user = decoded(colon < 0 ? login : login.substring(0, colon));
    String password = colon < 0 ? null : decoded(login.substring(colon + 1));
    return new RedisAddress(nodes, tls, cluster, user, password, database);
  }

  private static int database(String path) {
    if (path.isEmpty() || path.equals("/")) {
      return 0;
    }
    if (!path.matches("/[0-9]{1,6}")) {
      throw new IllegalArgumentException("'" + path + "' is no database number");
    }
    return Integer.parseInt(path.substring(1));
  }

  private static @Nullable String decoded(String text) {
    // A plus sign is itself here, unlike in a form.
    return text.isEmpty()
        ? null
        : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** For people: where, without the password. */
  @Override
  public String toString() {
    return String.join(",", nodes.stream().map(NodeAddress::toString).toList())
        + (database == 0 ? "" : "/" + database)
        + (tls ? " (TLS)" : "");
  }
}
