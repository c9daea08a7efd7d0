package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A place outside that nodes read from.
 *
 * @param id as plans name it, e.g. {@code ep_0001}
 * @param name for people and the DSL, e.g. {@code redis_default}
 * @param address e.g. {@code redis://127.0.0.1:6379}, {@code rediss://…} for TLS, {@code
 *     redis-cluster://…}; user, password and database number as usual in such addresses
 */
public record EndpointSpec(String id, String name, Kind kind, URI address, Policy policy) {

  /** What is spoken there. */
  public enum Kind {
    REDIS,
    HTTP;

    /** As registries say it, which is also how its simplest address begins. */
    public String text() {
      return schemes().getFirst();
    }

    /** How addresses of this kind may begin. */
    public List<String> schemes() {
      return switch (this) {
        case REDIS -> List.of("redis", "rediss", "redis-cluster", "rediss-cluster");
        case HTTP -> List.of("http", "https");
      };
    }
  }

  /**
   * What an endpoint is trusted with.
   *
   * @param maxInflight how many sends may be on the wire at once; the commands of one node's step
   *     go out together and count once
   * @param connectTimeout for each step of making a connection
   * @param requestTimeout for one send from the call to its last reply; zero for as long as it
   *     takes
   */
  public record Policy(int maxInflight, Duration connectTimeout, Duration requestTimeout) {
    public Policy {
      requireNonNull(connectTimeout, "connectTimeout is null");
      requireNonNull(requestTimeout, "requestTimeout is null");
    }
  }

  public EndpointSpec {
    requireNonNull(id, "id is null");
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(address, "address is null");
    requireNonNull(policy, "policy is null");
  }

  public EndpointSpec withAddress(URI newAddress) {
    return new EndpointSpec(id, name, kind, newAddress, policy);
  }

  /** Without user and password, so that it may be logged. */
  @Override
  public String toString() {
    return "%s %s %s://%s%s".formatted(id, name, address.getScheme(), place(), address.getPath());
  }

  private String place() {
    String authority = String.valueOf(address.getRawAuthority());
    return authority.substring(authority.lastIndexOf('@') + 1);
  }
}
