package dev.millrace.dsl.runtime;

import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.CapabilitySpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.ParamSpec;
import dev.millrace.plan.registry.Registries;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What plans may name. Immutable.
 *
 * @param capabilities the ids of those that a plan may require
 */
public record PlanNames(
    List<KeySpec> keys,
    List<ParamSpec> params,
    List<EndpointSpec> endpoints,
    List<OpSpec> ops,
    List<String> capabilities) {

  public PlanNames {
    keys = List.copyOf(keys);
    params = List.copyOf(params);
    endpoints = List.copyOf(endpoints);
    ops = List.copyOf(ops);
    capabilities = List.copyOf(capabilities);
  }

  /** Those of registries, and the ops that are there. */
  public static PlanNames of(Registries registries, OpCatalog ops) {
    return new PlanNames(
        registries.keys().entries(),
        registries.params().entries(),
        registries.endpoints().entries(),
        ops.specs(),
        registries.capabilities().entries().stream()
            .filter(CapabilitySpec::isSupported)
            .map(CapabilitySpec::id)
            .toList());
  }

  Optional<KeySpec> key(String name) {
    return find(keys, KeySpec::name, name);
  }

  Optional<ParamSpec> param(String name) {
    return find(params, ParamSpec::name, name);
  }

  Optional<OpSpec> op(String name) {
    return find(ops, OpSpec::name, name);
  }

  private static <T> Optional<T> find(List<T> all, Function<T, String> nameOf, String name) {
    return all.stream().filter(one -> nameOf.apply(one).equals(name)).findFirst();
  }
}
