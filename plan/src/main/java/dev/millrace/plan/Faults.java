package dev.millrace.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a plan that is being loaded, up to a bound: nobody reads a thousand faults.
 * Not thread-safe.
 */
final class Faults {
  private static final int MAX = 1_000;

  private final List<PlanFault> faults = new ArrayList<>();
  private final List<PlanFault> warnings = new ArrayList<>();
  private final Map<String, SourceSpan> spans = new HashMap<>();
  private @Nullable String subject;
  private int more;

  /** The node that faults are about, if they name no other; null: none in particular. */
  void about(@Nullable String node) {
    subject = node;
  }

  void add(JsonPath path, @Nullable String node, String reason) {
    if (faults.size() >= MAX) {
      more++;
      return;
    }
    faults.add(new PlanFault(path.toString(), node, reason, span(node)));
  }

  void add(JsonPath path, String reason) {
    add(path, subject, reason);
  }

  void warn(JsonPath path, @Nullable String node, String reason) {
    if (warnings.size() < MAX) {
      warnings.add(new PlanFault(path.toString(), node, reason, span(node)));
    }
  }

  void warn(JsonPath path, String reason) {
    warn(path, subject, reason);
  }

  /** Where a node stands in its source; faults found from now on say so. */
  void span(String node, SourceSpan span) {
    spans.put(node, span);
  }

  @Nullable SourceSpan span(@Nullable String node) {
    return node == null ? null : spans.get(node);
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  int size() {
    return faults.size() + more;
  }

  List<PlanFault> warnings() {
    return List.copyOf(warnings);
  }

  List<PlanFault> all() {
    List<PlanFault> all = new ArrayList<>(faults);
    if (more > 0) {
      all.add(new PlanFault("$", null, "and %d more faults".formatted(more), null));
    }
    return List.copyOf(all);
  }
}
