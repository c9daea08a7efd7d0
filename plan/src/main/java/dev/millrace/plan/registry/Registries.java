package dev.millrace.plan.registry;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** All that plans may name. Immutable. */
public record Registries(
    Environment environment,
    Registry<Integer, KeySpec> keys,
    Registry<Integer, ParamSpec> params,
    Registry<Integer, FeatureSpec> features,
    Registry<String, EndpointSpec> endpoints,
    Registry<String, CapabilitySpec> capabilities) {
  private static final String VARIABLE = "MILLRACE_ENDPOINT_";

  /** Each is read when it is first asked for, and never changes. */
  private static final ConcurrentMap<Environment, Registries> BUILTIN = new ConcurrentHashMap<>();

  public Registries {
    requireNonNull(environment, "environment is null");
    requireNonNull(keys, "keys is null");
    requireNonNull(params, "params is null");
    requireNonNull(features, "features is null");
    requireNonNull(endpoints, "endpoints is null");
    requireNonNull(capabilities, "capabilities is null");
  }

  /** Those that come with the library. */
  public static Registries builtin(Environment environment) {
    return BUILTIN.computeIfAbsent(environment, RegistrySource.builtin()::read);
  }

  /**
   * Those of a folder with any of {@code keys.toml}, {@code params.toml}, {@code features.toml},
   * {@code capabilities.toml} and {@code endpoints.<env>.toml} (or the compiled {@code
   * endpoints.<env>.json}); what it does not have is built-in. If it has endpoints for several
   * environments, they must have the same ids, names and kinds.
   *
   * @throws RegistryException if a file cannot be read or breaks a rule: all faults at once
   */
  public static Registries load(Path folder, Environment environment) {
    return RegistrySource.folder(folder).read(environment);
  }

  /**
   * Of the endpoints with their addresses and policies, which {@code endpoints().digest()} lacks.
   */
  public String endpointConfigDigest() {
    return Digests.of(endpoints.entries(), Endpoints::configJson);
  }

  /** With the endpoints of a compiled {@code endpoints.<env>.json}. */
  public Registries withEndpointArtifact(Path file) {
    String text = RegistrySource.text(file);
    return withEndpoints(EndpointArtifact.read(file.toString(), text, environment));
  }

  /**
   * With another address for one endpoint.
   *
   * @throws RegistryException if there is no such endpoint, or the address is not of its kind
   */
  public Registries withEndpoint(String nameOrId, URI address) {
    EndpointSpec found =
        endpoints
            .find(nameOrId)
            .or(() -> endpoints.named(nameOrId))
            .orElseThrow(() -> unknown("endpoint '%s'".formatted(nameOrId)));
    return replaced(found, address);
  }

  /**
   * With the addresses that environment variables give: {@code MILLRACE_ENDPOINT_REDIS_DEFAULT} is
   * that of {@code redis_default}.
   */
  public Registries withEndpoints(Map<String, String> variables) {
    Registries result = this;
    for (var variable : new TreeMap<>(variables).entrySet()) {
      if (variable.getKey().startsWith(VARIABLE)) {
        result = result.withVariable(variable.getKey(), variable.getValue());
      }
    }
    return result;
  }

  private Registries withVariable(String variable, String address) {
    String upperCase = variable.substring(VARIABLE.length());
    EndpointSpec found =
        endpoints.entries().stream()
            .filter(endpoint -> endpoint.name().toUpperCase(Locale.ROOT).equals(upperCase))
            .findFirst()
            .orElseThrow(() -> unknown("%s: endpoint".formatted(variable)));
    try {
      return replaced(found, URI.create(address));
    } catch (IllegalArgumentException e) {
      throw new RegistryException(List.of("%s is no URI".formatted(variable)));
    }
  }

  private Registries replaced(EndpointSpec endpoint, URI address) {
    String wrong = Endpoints.wrongAddress(endpoint.kind(), address);
    if (wrong != null) {
      throw new RegistryException(
          List.of("the address of endpoint '%s' %s".formatted(endpoint.name(), wrong)));
    }
    List<EndpointSpec> changed = new ArrayList<>(endpoints.entries());
    changed.replaceAll(each -> each.equals(endpoint) ? each.withAddress(address) : each);
    return withEndpoints(Endpoints.registry(changed));
  }

  private RegistryException unknown(String what) {
    return new RegistryException(
        List.of("%s is unknown, there are %s".formatted(what, endpoints.names())));
  }

  private Registries withEndpoints(Registry<String, EndpointSpec> changed) {
    return new Registries(environment, keys, params, features, changed, capabilities);
  }
}
