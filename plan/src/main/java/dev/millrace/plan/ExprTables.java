package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.FilterProgram;
import dev.millrace.plan.expr.Pred;
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
  private final ExprChecker checker;
  private final Faults faults;
  private final Map<String, Expr> exprs = new HashMap<>();
  private final Map<String, Pred> preds = new HashMap<>();
  private final Map<ProgramKey, VmProgram> programs = new HashMap<>();
  private final Map<String, FilterProgram> filters = new HashMap<>();

  private record ProgramKey(String expr, int target) {}

  ExprTables(ExprReader reader, ExprChecker checker, Faults faults) {
    this.reader = reader;
    this.checker = checker;
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
    if (expr != null && isTyped(checker.check(expr), path)) {
      exprs.put(id, expr);
    }
  }

  private void readPred(String id, JsonNode json, JsonPath path) {
    Pred pred = reader.readPred(json, path);
    if (pred != null && isTyped(checker.check(pred), path)) {
      preds.put(id, pred);
    }
  }

  private boolean isTyped(List<ExprChecker.Fault> found, JsonPath path) {
    for (ExprChecker.Fault fault : found) {
      JsonPath at = path;
      for (String step : fault.path().split("\\.", -1)) {
        at = step.isEmpty() ? at : at.field(step);
      }
      faults.add(at, fault.reason());
    }
    return found.isEmpty();
  }

  /** Whether a program can be made of it. */
  boolean hasExpr(String id) {
    return exprs.containsKey(id);
  }

  boolean hasPred(String id) {
    return preds.containsKey(id);
  }

  VmProgram expr(String param, String id, KeySpec target) {
    Expr expr = exprs.get(id);
    if (expr == null) {
      throw new IllegalStateException("expr '%s' is not sound".formatted(id));
    }
    Optional<String> misfit = checker.misfit(expr, target);
    if (misfit.isPresent()) {
      throw new BadParamException(param, misfit.get());
    }
    return programs.computeIfAbsent(
        new ProgramKey(id, target.id()), _ -> checker.program(expr, target));
  }

  FilterProgram pred(String id) {
    Pred pred = preds.get(id);
    if (pred == null) {
      throw new IllegalStateException("pred '%s' is not sound".formatted(id));
    }
    return filters.computeIfAbsent(id, _ -> checker.program(pred));
  }
}
