package dev.millrace.plan.registry;

import java.net.URI;
import java.time.Duration;

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
    HTTP
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
  public record Policy(int maxInflight, Duration connectTimeout, Duration requestTimeout) {}
}
