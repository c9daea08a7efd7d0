package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Namespace;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import java.util.HashMap;
import java.util.Map;

/** {@code Key}, {@code P} and {@code EP}: the registries as a plan's code sees them. */
final class NameSpaces {

  private NameSpaces() {}

  record Keys(PlanNames names) implements Value.HostValue {
    @Override
    public String kind() {
      return "Key";
    }

    @Override
    public Value member(String name, Place at) {
      KeySpec key =
          names
              .key(name)
              .orElseThrow(() ->
                  at.refuse(
                      "unknown key '%s'%s",
                      name,
                      Suggestion.of(name, names.keys().stream().map(KeySpec::name).toList())));
      if (key.lifecycle() == Lifecycle.BLOCKED) {
        String instead = key.replacedBy();
        throw at.refuse(
            "key '%s' is blocked%s", name, instead == null ? "" : "; use '" + instead + "'");
      }
      return new Symbol.Key(key);
    }
  }

  record Params(PlanNames names) implements Value.HostValue {
    @Override
    public String kind() {
      return "P";
    }

    @Override
    public Value member(String name, Place at) {
      ParamSpec param =
          names
              .param(name)
              .orElseThrow(() ->
                  at.refuse(
                      "unknown param '%s'%s",
                      name,
                      Suggestion.of(name, names.params().stream().map(ParamSpec::name).toList())));
      if (param.lifecycle() == Lifecycle.BLOCKED) {
        String instead = param.replacedBy();
        throw at.refuse(
            "param '%s' is blocked%s", name, instead == null ? "" : "; use '" + instead + "'");
      }
      return new Symbol.Param(param);
    }
  }

  /** {@code EP.redis.redis_default}. */
  record Endpoint(EndpointSpec spec) implements Value.HostValue {
    @Override
    public String kind() {
      return "EP.%s.%s".formatted(kindName(spec.kind()), spec.name());
    }

    @Override
    public Value member(String name, Place at) {
      throw at.refuse("an endpoint has no '%s'", name);
    }
  }

  static String kindName(EndpointSpec.Kind kind) {
    return kind.text();
  }

  static Value endpoints(PlanNames names) {
    var kinds = new HashMap<String, Value>();
    for (var kind : EndpointSpec.Kind.values()) {
      var members = new HashMap<String, Value>();
      names.endpoints().stream()
          .filter(endpoint -> endpoint.kind() == kind)
          .forEach(endpoint -> members.put(endpoint.name(), new Endpoint(endpoint)));
      kinds.put(kindName(kind), new Namespace("EP." + kindName(kind), members, Map.of()));
    }
    return new Namespace("EP", kinds, Map.of());
  }
}
