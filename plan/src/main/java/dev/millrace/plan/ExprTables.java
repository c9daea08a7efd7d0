package dev.millrace.plan;

import dev.millrace.plan.expr.Checked;
import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.expr.ExprTypes;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.TypeFault;
import dev.millrace.plan.expr.TypedExpr;
import dev.millrace.plan.expr.TypedPred;
import dev.millrace.plan.expr.VmProgram;
import dev.millrace.plan.op.BadParamException;
import dev.millrace.plan.registry.KeySpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The expressions and predicates of a plan: read, typed, and made into programs, each once however
 * many nodes use it. Not thread-safe.
 */
final class ExprTables {
  private final ExprReader reader;
  private final ExprTypes types;
  private final ExprBackend backend;
  private final Faults faults;
  private final Map<String, TypedExpr> exprs = new HashMap<>();
  private final Map<String, TypedPred> preds = new HashMap<>();
  private final Map<ProgramKey, VmProgram> programs = new HashMap<>();
  private final Map<String, FilterProgram> filters = new HashMap<>();

  private record ProgramKey(String expr, int target) {}

  ExprTables(ExprReader reader, ExprTypes types, ExprBackend backend, Faults faults) {
    this.reader = reader;
    this.types = types;
    this.backend = backend;
    this.faults = faults;
  }

  /**
   * Reads both tables.
   *
   * @param exprUsers the first node that uses each expression
   * @param predUsers the first node that uses each predicate
   */
  void read(PlanDraft draft, Map<String, String> exprUsers, Map<String, String> predUsers) {
    read(draft.exprs(), "expr", exprUsers, this::readExpr);
    read(draft.preds(), "pred", predUsers, this::readPred);
  }

  private interface EntryReader {
    void read(String id, JsonNode json, JsonPath path);
  }

  private void read(
      @Nullable JsonNode table, String what, Map<String, String> users, EntryReader entryReader) {
    if (table == null) {
      return;
    }
    JsonPath path = JsonPath.ROOT.field(what + "_table");
    for (var entry : table.properties()) {
      String id = entry.getKey();
      faults.about(users.get(id));
      entryReader.read(id, entry.getValue(), path.field(id));
      if (!users.containsKey(id)) {
        String op = Text.shown(entry.getValue().path("op").asString("?"));
        faults.add(path.field(id), "no node uses %s %s (%s)".formatted(what, Text.quoted(id), op));
      }
    }
    faults.about(null);
  }

  private void readExpr(String id, JsonNode json, JsonPath path) {
    Expr expr = reader.readExpr(json, path);
    TypedExpr typed = expr == null ? null : typed(types.check(expr), path);
    if (typed != null) {
      exprs.put(id, typed);
    }
  }

  private void readPred(String id, JsonNode json, JsonPath path) {
    Pred pred = reader.readPred(json, path);
    TypedPred typed = pred == null ? null : typed(types.check(pred), path);
    if (typed != null) {
      preds.put(id, typed);
    }
  }

  private <T> @Nullable T typed(Checked<T> checked, JsonPath path) {
    return switch (checked) {
      case Checked.Typed<T>(T value) -> value;
      case Checked.Faulty<T>(List<TypeFault> found) -> {
        for (TypeFault fault : found) {
          JsonPath at = path;
          for (String step : fault.path().split("\\.", -1)) {
            at = step.isEmpty() ? at : at.field(step);
          }
          faults.add(at, fault.reason());
        }
        yield null;
      }
    };
  }

  /** Whether a program can be made of it. */
  boolean hasExpr(String id) {
    return exprs.containsKey(id);
  }

  boolean hasPred(String id) {
    return preds.containsKey(id);
  }

  VmProgram expr(String param, String id, KeySpec target) {
    TypedExpr expr = exprs.get(id);
    if (expr == null) {
      throw new IllegalStateException("expr '%s' is not sound".formatted(id));
    }
    Optional<String> misfit = expr.misfit(target);
    if (misfit.isPresent()) {
      throw new BadParamException(param, misfit.get());
    }
    return programs.computeIfAbsent(new ProgramKey(id, target.id()), _ -> backend.vm(expr, target));
  }

  FilterProgram pred(String id) {
    TypedPred pred = preds.get(id);
    if (pred == null) {
      throw new IllegalStateException("pred '%s' is not sound".formatted(id));
    }
    return filters.computeIfAbsent(id, _ -> backend.filter(pred));
  }
}
