package dev.millrace.plan.registry;

import static java.util.Comparator.comparing;

import dev.millrace.plan.registry.EndpointSpec.Kind;
import dev.millrace.plan.registry.EndpointSpec.Policy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code endpoints.<env>.toml}, and the entries of the compiled JSON of the same. */
final class Endpoints {
  private static final Pattern ID = Pattern.compile("ep_[A-Za-z0-9_]{1,61}");
  private static final int MAX_MILLIS = 600_000;
  private static final Policy DEFAULT_POLICY =
      new Policy(64, Duration.ofMillis(50), Duration.ofMillis(20));

  private Endpoints() {}

  static Registry<String, EndpointSpec> read(String file, String text) {
    RegistryFile source = new RegistryFile(file);
    return registry(source, source.read(text, "endpoint"));
  }

  static Registry<String, EndpointSpec> registry(RegistryFile source, List<Table> tables) {
    List<EndpointSpec> endpoints = new ArrayList<>();
    tables.forEach(table -> endpoints.add(endpoint(source, table)));
    source.throwFaults();
    return registry(endpoints);
  }

  static Registry<String, EndpointSpec> registry(List<EndpointSpec> endpoints) {
    List<EndpointSpec> sorted = endpoints.stream().sorted(comparing(EndpointSpec::id)).toList();
    return new Registry<>(
        sorted, EndpointSpec::id, EndpointSpec::name, Digests.of(sorted, Endpoints::json));
  }

  private static EndpointSpec endpoint(RegistryFile source, Table table) {
    String id = table.string("endpoint_id");
    if (!id.isEmpty() && !ID.matcher(id).matches()) {
      table.fault("'endpoint_id' is '%s', must match %s".formatted(id, ID));
    }
    Kind kind = table.choice("kind", Kind.class);
    EndpointSpec endpoint =
        new EndpointSpec(
            id,
            Names.plain(table, table.string("name")),
            kind,
            address(table, kind),
            table.has("policy") ? policy(table.table("policy")) : DEFAULT_POLICY);
    var _ = table.string("doc", "");
    table.refuseOthers();
    source.unique(table, endpoint.id(), endpoint.name());
    return endpoint;
  }

  private static Policy policy(Table table) {
    Policy policy =
        new Policy(
            table.integer("max_inflight", 1, 1 << 20, DEFAULT_POLICY.maxInflight()),
            Duration.ofMillis(table.integer("connect_timeout_ms", 1, MAX_MILLIS, 50)),
            Duration.ofMillis(table.integer("request_timeout_ms", 1, MAX_MILLIS, 20)));
    table.refuseOthers();
    return policy;
  }

  /** Either a whole {@code address}, or a {@code resolver} with host and port. */
  private static URI address(Table table, Kind kind) {
    if (!table.has("address")) {
      return resolved(table.table("resolver"), kind);
    }
    String text = table.string("address");
    try {
      URI address = new URI(text);
      String wrong = wrongAddress(kind, address);
      if (wrong != null) {
        table.fault("'address' " + wrong);
      }
      return address;
    } catch (URISyntaxException e) {
      // Not the text itself: it may have a password.
      table.fault("'address' is no URI: %s at character %d".formatted(e.getReason(), e.getIndex()));
      return URI.create(kind.text() + "://invalid");
    }
  }

  private static URI resolved(Table resolver, Kind kind) {
    String type = resolver.string("type");
    String host = resolver.string("host");
    int port = resolver.integer("port", 1, 65_535);
    resolver.refuseOthers();
    if (!type.isEmpty() && !type.equals("static")) {
      resolver.fault("'type' is '%s', must be static".formatted(type));
    }
    try {
      return new URI(kind.text(), null, host.isEmpty() ? "invalid" : host, port, null, null, null);
    } catch (URISyntaxException e) {
      resolver.fault("'host' is '%s', which is no host".formatted(host));
      return URI.create(kind.text() + "://invalid");
    }
  }

  /** What is wrong with an address of this kind; null if nothing is. */
  static @Nullable String wrongAddress(Kind kind, URI address) {
    if (address.getScheme() == null || !kind.schemes().contains(address.getScheme())) {
      return "must begin with one of %s and ://".formatted(String.join(", ", kind.schemes()));
    }
    if (address.getRawAuthority() == null) {
      return "has no host, expected e.g. %s://127.0.0.1:6379".formatted(kind.text());
    }
    return kind == Kind.REDIS ? wrongRedisAddress(address) : null;
  }

  private static @Nullable String wrongRedisAddress(URI address) {
    try {
      RedisAddress _ = RedisAddress.parse(address);
      return null;
    } catch (IllegalArgumentException e) {
      return "is wrong: " + e.getMessage();
    }
  }

  /** What all environments have in common. */
  static ObjectNode json(EndpointSpec endpoint) {
    ObjectNode node = Digests.object();
    node.put("endpoint_id", endpoint.id());
    node.put("name", endpoint.name());
    node.put("kind", endpoint.kind().text());
    return node;
  }

  /** And what they have not: where an endpoint is, and what it is trusted with. */
  static ObjectNode configJson(EndpointSpec endpoint) {
    ObjectNode node = json(endpoint);
    node.put("address", endpoint.address().toString());
    ObjectNode policy = node.putObject("policy");
    policy.put("max_inflight", endpoint.policy().maxInflight());
    policy.put("connect_timeout_ms", endpoint.policy().connectTimeout().toMillis());
    policy.put("request_timeout_ms", endpoint.policy().requestTimeout().toMillis());
    return node;
  }
}
