package dev.millrace.plan;

import java.util.List;
import java.util.Map;

/**
 * What a look at all files of a {@link PlanStore} has changed.
 *
 * @param loaded the plans that are new or newer, sorted
 * @param removed the plans whose files are gone, sorted
 * @param refused what is wrong with files that are not used; an older plan of that name remains
 */
public record PlanReload(
    List<String> loaded, List<String> removed, Map<String, List<PlanFault>> refused) {
  public PlanReload {
    loaded = List.copyOf(loaded);
    removed = List.copyOf(removed);
    refused = Map.copyOf(refused);
  }
}
