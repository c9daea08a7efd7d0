package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.expr.ExprTypes;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Makes plans of JSON: everything that can be known before a request comes is checked, and all that
 * is wrong is told at once. Immutable and thread-safe.
 */
public final class PlanLoader {
  private final Registries registries;
  private final OpCatalog ops;
  private final ExprBackend backend;
  private final PlanLimits limits;
  private final ExprTypes types;
  private final PlanJson json;

  private PlanLoader(Registries registries, OpCatalog ops, ExprBackend backend, PlanLimits limits) {
    this.registries = requireNonNull(registries, "registries is null");
    this.ops = requireNonNull(ops, "ops is null");
    this.backend = requireNonNull(backend, "backend is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.types =
        new ExprTypes(
            id -> registries.keys().find(id).orElse(null),
            id -> registries.params().find(id).orElse(null));
    this.json = new PlanJson(limits);
  }

  /** A loader for all ops that are installed. */
  public static PlanLoader create(Registries registries) {
    return create(registries, OpCatalog.installed());
  }

  public static PlanLoader create(Registries registries, OpCatalog ops) {
    return new PlanLoader(registries, ops, ExprBackend.compiler(), PlanLimits.defaults());
  }

  /** Expressions are compiled unless another backend is set here. */
  public PlanLoader withBackend(ExprBackend newBackend) {
    return new PlanLoader(registries, ops, newBackend, limits);
  }

  public PlanLoader withLimits(PlanLimits newLimits) {
    return new PlanLoader(registries, ops, backend, newLimits);
  }

  public Registries registries() {
    return registries;
  }

  public OpCatalog ops() {
    return ops;
  }

  /** Loads a file, or whatever can be read like one; no more of it than the limit allows. */
  public PlanLoad load(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return load(in.readNBytes(limits.bytes() + 1));
    } catch (IOException e) {
      return refused(
          "Cannot open plan file: %s (%s)".formatted(file, e.getClass().getSimpleName()));
    }
  }

  private static PlanLoad refused(String reason) {
    return new PlanLoad.Refused(List.of(new PlanFault("$", null, reason, null)));
  }

  /** Loads a plan in UTF-8. */
  public PlanLoad load(byte[] text) {
    Faults faults = new Faults();
    JsonNode root = json.parse(text, faults);
    PlanDraft draft = root == null ? null : new PlanReader(limits, faults).read(root);
    if (draft == null) {
      return new PlanLoad.Refused(faults.all());
    }
    CapabilityCheck capabilities = new CapabilityCheck(registries.capabilities(), faults);
    capabilities.check(draft);
    ExprReader reader = new ExprReader(registries, limits, faults);
    PlanLinker linker =
        new PlanLinker(
            registries, ops, new ExprTables(reader, types, backend, faults), draft, faults);
    PlanNeeds needs = PlanNeeds.of(capabilities.required(), draft.extensions());
    CompiledPlan plan = linker.link(needs);
    if (plan != null) {
      return new PlanLoad.Loaded(plan, faults.warnings());
    }
    String name = draft.name();
    List<String> lacking = capabilities.unsupported();
    return new PlanLoad.Refused(
        faults.all(),
        name == null || lacking.isEmpty() ? null : PlanInfo.unsupported(name, needs, lacking));
  }
}
