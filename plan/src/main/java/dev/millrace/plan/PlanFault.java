package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a plan.
 *
 * @param path where, e.g. {@code $.nodes[2].params.count}
 * @param node the id of the node it concerns
 * @param reason what is wrong and what would be right
 */
public record PlanFault(
    String path, @Nullable String node, String reason, @Nullable SourceSpan span) {

  public PlanFault {
    requireNonNull(path, "path is null");
    requireNonNull(reason, "reason is null");
  }

  @Override
  public String toString() {
    return path + (node == null ? "" : " (node '" + node + "')") + ": " + reason;
  }
}
