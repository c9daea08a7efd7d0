package dev.millrace.plan;

import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registries;
import dev.millrace.plan.registry.Registry;

/** Finds by name what a plan written in Java speaks of. */
final class Lookup {
  private Lookup() {}

  static KeySpec key(Registries registries, String name) {
    return named("key", registries.keys(), name);
  }

  static ParamSpec param(Registries registries, String name) {
    return named("param", registries.params(), name);
  }

  static EndpointSpec endpoint(Registries registries, String name) {
    return named("endpoint", registries.endpoints(), name);
  }

  private static <T> T named(String what, Registry<?, T> registry, String name) {
    return registry
        .named(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown %s %s%s"
                    .formatted(what, Text.quoted(name), Text.didYouMean(name, registry.names()))));
  }
}
