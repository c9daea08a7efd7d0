package dev.millrace.dsl;

import dev.millrace.dsl.runtime.PlanRuntime;
import dev.millrace.dsl.source.Place;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Which file an import means. Only files below the root can be meant. */
final class ImportNames {

  private ImportNames() {}

  /** Names that the imported file may have, the likeliest first. */
  static List<String> candidates(String importing, String written, Place at) {
    boolean relative = written.startsWith("./") || written.startsWith("../");
    boolean plain = written.matches("[A-Za-z0-9_./$ -]{1,200}") && !written.endsWith("/");
    if (!relative || !plain) {
      throw at.refuse(
          "'%s' cannot be imported: a plan imports %s, and files of its own folder tree by"
              + " \"./name\" or \"../name\"",
          written.length() > 80 ? written.substring(0, 80) + "…" : written,
          String.join(" or ", PlanRuntime.MODULES.stream().sorted().toList()));
    }
    String name = resolved(importing, written, at);
    if (name.endsWith(".ts")) {
      return List.of(name);
    }
    if (name.endsWith(".js")) {
      return List.of(name.substring(0, name.length() - 3) + ".ts");
    }
    return List.of(name + ".ts", name + ".plan.ts");
  }

  private static String resolved(String importing, String written, Place at) {
    Deque<String> path = new ArrayDeque<>(List.of(importing.split("/", -1)));
    path.removeLast();
    for (String step : written.split("/", -1)) {
      switch (step) {
        case "", "." -> {}
        case ".." -> {
          if (path.pollLast() == null) {
            throw at.refuse("'%s' leads out of the folder of the plans", written);
          }
        }
        default -> path.addLast(step);
      }
    }
    return String.join("/", path);
  }
}
