package dev.millrace.cli.rankd;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanInfo;
import dev.millrace.plan.PlanLoad;
import dev.millrace.plan.PlanLoader;
import dev.millrace.plan.PlanLookup;
import dev.millrace.plan.PlanStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plans that the flags name. Immutable. */
final class PlanSource {

  private final PlanFlags flags;
  private final Streams streams;
  private final PlanLoader loader;

  PlanSource(PlanFlags flags, Streams streams, PlanLoader loader) {
    this.flags = flags;
    this.streams = streams;
    this.loader = loader;
  }

  CompiledPlan plan() {
    String name = flags.planName;
    return name == null ? fromFile(file()) : fromFolder(name);
  }

  private CompiledPlan fromFolder(String name) {
    return switch (store().find(name)) {
      case PlanLookup.Found found -> warned(found.plan(), found.warnings());
      case PlanLookup.Refused refused -> throw Refusal.plan(name, refused.faults());
      case PlanLookup.Missing missing ->
          throw Refusal.plan(name, List.of(new PlanFault("$", null, missing.reason(), null)));
    };
  }

  private CompiledPlan fromFile(Path file) {
    return switch (loader.load(file)) {
      case PlanLoad.Loaded loaded -> warned(loaded.plan(), loaded.warnings());
      case PlanLoad.Refused refused -> throw Refusal.plan(file.toString(), refused.faults());
    };
  }

  private CompiledPlan warned(CompiledPlan plan, List<PlanFault> warnings) {
    warnings.forEach(warning -> streams.err().println("Warning: " + warning));
    return plan;
  }

  /**
   * What the plan is, without running it; also of one that cannot be loaded because it requires
   * what this engine lacks.
   */
  PlanInfo info() {
    String name = flags.planName;
    Path file = name == null ? file() : folder().resolve(name + ".plan.json");
    return switch (loader.load(file)) {
      case PlanLoad.Loaded loaded -> loaded.plan().info();
      case PlanLoad.Refused refused -> {
        PlanInfo info = refused.info();
        if (info == null) {
          throw Refusal.plan(name == null ? file.toString() : name, refused.faults());
        }
        yield info;
      }
    };
  }

  /** The names of all plans of the folder. */
  String list() {
    try {
      StringBuilder text = new StringBuilder("Available plans in %s:".formatted(folder()));
      store().names().forEach(name -> text.append("\n  ").append(name));
      return text.toString();
    } catch (IOException e) {
      throw Refusal.usage("the plan folder %s cannot be read: %s".formatted(folder(), e));
    }
  }

  private PlanStore store() {
    return PlanStore.open(folder(), loader);
  }

  private Path folder() {
    return flags.planDir(streams.environment());
  }

  private Path file() {
    @Nullable Path file = flags.plan;
    if (file == null) {
      throw Refusal.usage("which plan? give --plan PATH or --plan_name NAME");
    }
    return file;
  }
}
