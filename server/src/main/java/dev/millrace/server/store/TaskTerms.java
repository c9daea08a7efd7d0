package dev.millrace.server.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a task is to be; an empty set or null does not restrict.
 *
 * @param text occurs in the input or the output, letter case aside
 */
public record TaskTerms(
    Set<TaskId> ids,
    Set<String> types,
    Set<String> statuses,
    Set<String> refs,
    @Nullable String text) {

  public static final TaskTerms ANY = new TaskTerms(Set.of(), Set.of(), Set.of(), Set.of(), null);

  public boolean restrict() {
    return !equals(ANY);
  }
}
