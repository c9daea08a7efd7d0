package dev.millrace.plan;

import java.util.List;
import java.util.Map;

/**
 * Rows in a plan that is being written in Java: each method adds a node that gets these rows, and
 * gives that node's rows. Not thread-safe.
 */
public final class CandidateSet implements PlanOutputs {
  private final PlanContext context;
  private final int node;

  CandidateSet(PlanContext context, int node) {
    this.context = context;
    this.node = node;
  }

  PlanContext context() {
    return context;
  }

  /** As the plan's JSON names the node. */
  public String nodeId() {
    return "n" + node;
  }

  @Override
  public List<CandidateSet> sets() {
    return List.of(this);
  }

  /** Whom the users follow, at most the op's default number for each. */
  public CandidateSet follow(String endpoint) {
    return op("core::follow", Map.of("endpoint", context.endpoint(endpoint)));
  }

  public CandidateSet follow(String endpoint, long fanout) {
    return op("core::follow", fanout(endpoint, fanout));
  }

  /** What is recommended to the users, at most the op's default number for each. */
  public CandidateSet recommendation(String endpoint) {
    return op("core::recommendation", Map.of("endpoint", context.endpoint(endpoint)));
  }

  public CandidateSet recommendation(String endpoint, long fanout) {
    return op("core::recommendation", fanout(endpoint, fanout));
  }

  /** The media of each row, at most the op's default number for each. */
  public CandidateSet media(String endpoint) {
    return op("core::media", Map.of("endpoint", context.endpoint(endpoint)));
  }

  public CandidateSet media(String endpoint, long fanout) {
    return op("core::media", fanout(endpoint, fanout));
  }

  private Map<String, Object> fanout(String endpoint, long fanout) {
    return Map.of("endpoint", context.endpoint(endpoint), "fanout", fanout);
  }

  /** Computes the column of a key. */
  public CandidateSet vm(String outKey, E expr) {
    return op("core::vm", Map.of("out_key", context.key(outKey), "expr_id", expr));
  }

  /** The rows for which the predicate holds. */
  public CandidateSet filter(Preds pred) {
    return op("core::filter", Map.of("pred_id", pred));
  }

  /** Ascending. */
  public CandidateSet sort(String key) {
    return op("core::sort", Map.of("by", context.key(key)));
  }

  /**
   * In the order of a key.
   *
   * @param order {@code asc} or {@code desc}
   */
  public CandidateSet sort(String key, String order) {
    return op("core::sort", Map.of("by", context.key(key), "order", order));
  }

  /** The first rows. */
  public CandidateSet take(long count) {
    return op("core::take", Map.of("count", count));
  }

  /** These rows, then those of another set. */
  public CandidateSet concat(CandidateSet rhs) {
    return op("core::concat", Map.of("rhs", rhs));
  }

  /** The same rows, later: for tests. */
  public CandidateSet sleep(long millis) {
    return op("test::sleep", Map.of("duration_ms", millis));
  }

  /** The same rows, after work that does nothing: for tests. */
  public CandidateSet busyCpu(long millis) {
    return op("test::busy_cpu", Map.of("busy_wait_ms", millis));
  }

  /**
   * Any op that has one input.
   *
   * @param params numbers, strings, truth values, {@link E} for an expression, {@link Preds} for a
   *     predicate, a {@link CandidateSet} for a node; keys and endpoints by {@link PlanContext#key}
   *     and {@link PlanContext#endpoint}
   */
  public CandidateSet op(String name, Map<String, ?> params) {
    return context.add(name, List.of(this), params);
  }

  /** What traces call the node that made these rows. */
  public CandidateSet trace(String label) {
    context.label(node, label);
    return this;
  }
}
