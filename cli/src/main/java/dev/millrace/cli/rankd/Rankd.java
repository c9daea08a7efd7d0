package dev.millrace.cli.rankd;

import dev.millrace.cli.InstalledOps;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.io.RedisClients;
import dev.millrace.plan.json.AnswerWriter;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Registries;
import dev.millrace.plan.registry.Registry;
import dev.millrace.plan.registry.RegistryException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What plans may name here, and the plans. Immutable. */
final class Rankd {

  /** Enough to load a client and connect on a busy machine; a request waits no longer for it. */
  private static final Duration MOST_PREPARATION = Duration.ofSeconds(1);

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
    this.loader = PlanLoader.create(endpoints.registries(), ops(flags, streams.environment()));
  }

  private static OpCatalog ops(PlanFlags flags, Map<String, String> variables) {
    try {
      return InstalledOps.of(variables, flags.ops);
    } catch (IllegalArgumentException badOp) {
      throw Refusal.usage(String.valueOf(badOp.getMessage()));
    }
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

  /**
   * Connects to where the plan reads from, or fetches example data where that stands in, before the
   * clock of a request runs.
   */
  void prepare(CompiledPlan plan, RedisClients opened) throws InterruptedException {
    List<EndpointSpec> endpoints =
        plan.endpoints().stream()
            .filter(endpoint -> endpoint.kind() == EndpointSpec.Kind.REDIS)
            .toList();
    new Greetings(opened, MOST_PREPARATION).exchange(endpoints);
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

  PlanSource plans() {
    return new PlanSource(flags, streams, loader);
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
    json.name("endpoint_config_digest").string(registries.endpointConfigDigest());
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
