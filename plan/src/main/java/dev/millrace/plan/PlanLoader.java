package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.registry.Registries;
import java.io.IOException;
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
  private final ExprChecker exprs;
  private final PlanLimits limits;
  private final PlanJson json;

  PlanLoader(Registries registries, OpCatalog ops, ExprChecker exprs, PlanLimits limits) {
    this.registries = requireNonNull(registries, "registries is null");
    this.ops = requireNonNull(ops, "ops is null");
    this.exprs = requireNonNull(exprs, "exprs is null");
    this.limits = requireNonNull(limits, "limits is null");
    this.json = new PlanJson(limits);
  }

  public Registries registries() {
    return registries;
  }

  public OpCatalog ops() {
    return ops;
  }

  public PlanLoader withLimits(PlanLimits newLimits) {
    return new PlanLoader(registries, ops, exprs, newLimits);
  }

  public PlanLoad load(Path file) {
    try {
      long size = Files.size(file);
      if (size > limits.bytes()) {
        return refused(
            "%s has %d bytes, at most %d are allowed".formatted(file, size, limits.bytes()));
      }
      return load(Files.readAllBytes(file));
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
        new PlanLinker(registries, ops, new ExprTables(reader, exprs, faults), draft, faults);
    CompiledPlan plan = linker.link();
    return plan == null
        ? new PlanLoad.Refused(faults.all())
        : new PlanLoad.Loaded(plan, faults.warnings());
  }
}
