package dev.millrace.cli.rankd;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanInfo;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.json.AnswerWriter;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Registries;
import dev.millrace.plan.registry.Registry;
import dev.millrace.plan.registry.RegistryException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What plans may name here, and the plans. Immutable. */
final class Rankd {

  private final PlanFlags flags;
  private final Streams streams;
  private final ClientSource clients;
  private final Endpoints endpoints;
  private final PlanLoader loader;

  private Rankd(PlanFlags flags, Streams streams, ClientSource clients, Endpoints endpoints) {
    this.flags = flags;
    this.streams = streams;
    this.clients = clients;
    this.endpoints = endpoints;
    this.loader = PlanLoader.create(endpoints.registries());
  }

  static Rankd open(PlanFlags flags, Streams streams, ClientSource clients) {
    Map<String, String> variables = streams.environment();
    try {
      Registries registries = registries(flags, variables);
      Endpoints endpoints = Endpoints.of(registries, variables, flags.endpoints);
      return new Rankd(flags, streams, clients, endpoints);
    } catch (RegistryException e) {
      throw Refusal.registry(String.join("; ", e.faults()));
    }
  }

  private static Registries registries(PlanFlags flags, Map<String, String> variables) {
    Environment environment = environment(flags.env);
    Registries registries =
        flags.registry == null
            ? Registries.builtin(environment)
            : Registries.load(flags.registry, environment);
    String name = "endpoints.%s.json".formatted(environment.text());
    Path compiled = flags.artifactsDir(variables).resolve(name);
    return Files.exists(compiled) ? registries.withEndpointArtifact(compiled) : registries;
  }

  private static Environment environment(String text) {
    try {
      return Environment.of(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.usage("--env is '%s', must be dev, test or prod".formatted(text));
    }
  }

  Registries registries() {
    return endpoints.registries();
  }

  /** Whether example data may be used if nobody answers there. */
  boolean mayStandIn(EndpointSpec endpoint) {
    return endpoints.mayStandIn(endpoint);
  }

  /** The clients of the endpoints, not open yet. */
  RedisClients clients() {
    return new LazyClients(() -> clients.open(this::mayStandIn, this::notice));
  }

  private void notice(String text) {
    streams.err().println("Note: " + text);
    streams.err().flush();
  }

  AnswerWriter answerWriter() {
    return new AnswerWriter(
        key -> registries().keys().find(key).map(KeySpec::name).orElse("key_" + key));
  }

  boolean hasPlan() {
    return flags.hasPlan();
  }

  /** The plan that the flags name. */
  CompiledPlan plan() {
    Path file = planFile();
    return switch (loader.load(file)) {
      case PlanLoad.Loaded loaded -> {
        for (PlanFault warning : loaded.warnings()) {
          streams.err().println("Warning: " + warning);
        }
        yield loaded.plan();
      }
      case PlanLoad.Refused refused -> throw Refusal.plan(planName(file), refused.faults());
    };
  }

  private Path planFile() {
    String name = flags.planName;
    if (name != null) {
      return flags.planDir(streams.environment()).resolve(name + ".plan.json");
    }
    @Nullable Path file = flags.plan;
    if (file == null) {
      throw Refusal.usage("which plan? give --plan PATH or --plan_name NAME");
    }
    return file;
  }

  private String planName(Path file) {
    return flags.planName == null ? file.toString() : flags.planName;
  }

  String planList() {
    throw Refusal.usage("later");
  }

  /**
   * What the plan is, without running it; also of one that cannot be loaded because it requires
   * what this engine lacks.
   */
  PlanInfo planInfo() {
    Path file = planFile();
    return switch (loader.load(file)) {
      case PlanLoad.Loaded loaded -> loaded.plan().info();
      case PlanLoad.Refused refused -> {
        PlanInfo info = refused.info();
        if (info == null) {
          throw Refusal.plan(planName(file), refused.faults());
        }
        yield info;
      }
    };
  }

  String taskManifest() {
    return TaskManifest.of(loader.ops().specs());
  }

  /** Digests and sizes of everything that plans may name. */
  String registryReport() {
    Registries registries = registries();
    List<OpSpec> ops = loader.ops().specs();
    JsonBuffer json = new JsonBuffer().beginObject();
    json.name("env").string(registries.environment().text());
    digest("key_registry_digest", registries.keys(), json);
    digest("param_registry_digest", registries.params(), json);
    digest("feature_registry_digest", registries.features(), json);
    digest("capability_registry_digest", registries.capabilities(), json);
    json.name("task_manifest_digest").string(TaskManifest.digest(ops));
    digest("endpoint_registry_digest", registries.endpoints(), json);
    json.name("num_keys").number(registries.keys().size());
    json.name("num_params").number(registries.params().size());
    json.name("num_features").number(registries.features().size());
    json.name("num_capabilities").number(registries.capabilities().size());
    json.name("num_tasks").number(ops.size());
    json.name("num_endpoints").number(registries.endpoints().size());
    return json.endObject().toString();
  }

  private static void digest(String name, Registry<?, ?> registry, JsonBuffer json) {
    json.name(name).string(registry.digest());
  }
}
