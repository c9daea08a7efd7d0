package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanNames;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.plan.registry.ParamSpec;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The names that plans of the tests may use. */
public final class TestNames {

  private TestNames() {}

  public static PlanCompiler compiler() {
    return PlanCompiler.of(names(), _ -> new PlanCheck.Verdict(List.of(), List.of()));
  }

  public static PlanNames names() {
    var ops = new ArrayList<OpSpec>();
    ServiceLoader.load(Op.class).forEach(op -> ops.add(op.spec()));
    return new PlanNames(
        List.of(
            key(1, "id", KeySpec.Type.INT),
            key(1001, "model_score_1", KeySpec.Type.FLOAT),
            key(1002, "model_score_2", KeySpec.Type.FLOAT),
            key(2001, "final_score", KeySpec.Type.FLOAT),
            key(2002, "score", KeySpec.Type.FLOAT),
            key(3001, "country", KeySpec.Type.STRING),
            key(3002, "title", KeySpec.Type.STRING),
            key(4001, "features_esr", KeySpec.Type.FEATURE_BUNDLE),
            key(4002, "features_lsr", KeySpec.Type.FEATURE_BUNDLE)),
        List.of(
            param(1, "media_age_penalty_weight", ParamSpec.Type.FLOAT),
            param(2, "blocklist_regex", ParamSpec.Type.STRING),
            param(3, "esr_cutoff", ParamSpec.Type.FLOAT),
            param(4, "weight", ParamSpec.Type.FLOAT)),
        List.of(
            endpoint("ep_0001", "redis_default", EndpointSpec.Kind.REDIS, "redis://127.0.0.1:6379"),
            endpoint("ep_0002", "http_api", EndpointSpec.Kind.HTTP, "http://127.0.0.1:8080")),
        ops,
        List.of("cap.rfc.0001.extensions_capabilities.v1"));
  }

  private static KeySpec key(int id, String name, KeySpec.Type type) {
    return new KeySpec(
        id, name, type, true, null, Lifecycle.ACTIVE, true, id != 1, null, "The " + name + ".");
  }

  private static ParamSpec param(int id, String name, ParamSpec.Type type) {
    return new ParamSpec(id, name, type, true, Lifecycle.ACTIVE, "The " + name + ".");
  }

  private static EndpointSpec endpoint(
      String id, String name, EndpointSpec.Kind kind, String address) {
    var policy = new EndpointSpec.Policy(64, Duration.ofMillis(50), Duration.ofMillis(20));
    return new EndpointSpec(id, name, kind, URI.create(address), policy);
  }
}
