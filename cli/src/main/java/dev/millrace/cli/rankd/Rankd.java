package dev.millrace.cli.rankd;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.json.AnswerWriter;
import dev.millrace.plan.json.JsonBuffer;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Registries;
import dev.millrace.plan.registry.RegistryException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What plans may name here, and the plans. Immutable. */
final class Rankd {

  private final PlanFlags flags;
  private final Streams streams;
  private final PlanLoader loader;

  private Rankd(PlanFlags flags, Streams streams, PlanLoader loader) {
    this.flags = flags;
    this.streams = streams;
    this.loader = loader;
  }

  static Rankd open(PlanFlags flags, Streams streams) {
    return new Rankd(flags, streams, PlanLoader.create(registries(flags, streams.environment())));
  }

  private static Registries registries(PlanFlags flags, Map<String, String> variables) {
    try {
      Environment environment = Environment.of(flags.env);
      Registries registries =
          flags.registry == null
              ? Registries.builtin(environment)
              : Registries.load(flags.registry, environment);
      Path compiled =
          flags
              .artifactsDir(variables)
              .resolve("endpoints.%s.json".formatted(environment.text()));
      if (Files.exists(compiled)) {
        registries = registries.withEndpointArtifact(compiled);
      }
      registries = registries.withEndpoints(variables);
      for (String endpoint : flags.endpoints) {
        int equals = endpoint.indexOf('=');
        if (equals < 1) {
          throw Refusal.usage("--endpoint is '%s', must be NAME=URI".formatted(endpoint));
        }
        String name = endpoint.substring(0, equals);
        registries = registries.withEndpoint(name, URI.create(endpoint.substring(equals + 1)));
      }
      return registries;
    } catch (RegistryException e) {
      throw Refusal.registry(String.join("; ", e.faults()));
    } catch (IllegalArgumentException e) {
      throw Refusal.usage(String.valueOf(e.getMessage()));
    }
  }

  Registries registries() {
    return loader.registries();
  }

  /** The plan that the flags name. */
  CompiledPlan plan() {
    String name = flags.planName;
    Path file = flags.plan;
    if (name == null && file == null) {
      throw Refusal.usage("which plan? give --plan or --plan_name");
    }
    throw new UnsupportedOperationException();
  }

  AnswerWriter answerWriter() {
    return new AnswerWriter(
        key -> registries().keys().find(key).map(KeySpec::name).orElse("key_" + key));
  }
}
