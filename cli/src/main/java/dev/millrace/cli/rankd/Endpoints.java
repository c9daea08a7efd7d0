package dev.millrace.cli.rankd;

import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The registries with the addresses that the command line and the environment choose.
 *
 * @param chosen the ids of the endpoints whose address was chosen: no example data for those
 */
record Endpoints(Registries registries, Set<String> chosen) {

  private static final String VARIABLE = "MILLRACE_ENDPOINT_";

  /**
   * @param flags each {@code NAME=URI}
   */
  static Endpoints of(Registries given, Map<String, String> variables, List<String> flags) {
    Set<String> chosen = new HashSet<>();
    for (EndpointSpec endpoint : given.endpoints().entries()) {
      if (variables.containsKey(VARIABLE + endpoint.name().toUpperCase(Locale.ROOT))) {
        chosen.add(endpoint.id());
      }
    }
    Registries registries = given.withEndpoints(variables);
    for (String flag : flags) {
      int equals = flag.indexOf('=');
      if (equals < 1) {
        throw Refusal.usage("--endpoint is '%s', must be NAME=URI".formatted(flag));
      }
      String name = flag.substring(0, equals);
      registries = registries.withEndpoint(name, address(name, flag.substring(equals + 1)));
      registries
          .endpoints()
          .find(name)
          .or(() -> given.endpoints().named(name))
          .ifPresent(endpoint -> chosen.add(endpoint.id()));
    }
    return new Endpoints(registries, Set.copyOf(chosen));
  }

  private static URI address(String name, String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      // Not the text itself: it may have a password.
      throw Refusal.usage(
          "the address of --endpoint %s is no URI: %s at character %d"
              .formatted(name, e.getReason(), e.getIndex()));
    }
  }

  /** Whether example data may be used if nobody answers there. */
  boolean mayStandIn(EndpointSpec endpoint) {
    return registries.environment() == Environment.DEV && !chosen.contains(endpoint.id());
  }
}
