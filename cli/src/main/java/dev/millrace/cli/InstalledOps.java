package dev.millrace.cli;

import dev.millrace.plan.op.OpCatalog;
import java.io.File;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The ops that plans may use here: those on the class path, and those of the jars and folders that
 * the environment and the command line name. Not thread-safe.
 */
public final class InstalledOps {
  private static final String VARIABLE = "MILLRACE_OPS";
  private static final String FLAG = "--ops";
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private final Set<Path> seen = new HashSet<>();
  private OpCatalog ops = OpCatalog.installed();

  private InstalledOps() {}

  /**
   * Finds them all.
   *
   * @param flags the values of {@code --ops}, each a path or several, separated as in a class path
   * @throws IllegalArgumentException if an op cannot be used, or a path has none
   */
  public static OpCatalog of(Map<String, String> environment, Collection<String> flags) {
    InstalledOps installed = new InstalledOps();
    installed.add(VARIABLE, environment.getOrDefault(VARIABLE, ""));
    for (String flag : flags) {
      if (flag.isBlank()) {
        throw new IllegalArgumentException(FLAG + " is empty; name a jar or a folder");
      }
      installed.add(FLAG, flag);
    }
    return installed.ops;
  }

  private void add(String origin, String paths) {
    for (String text : SEPARATOR.split(paths, -1)) {
      try {
        if (!text.isBlank()) {
          add(Path.of(text));
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("%s: %s".formatted(origin, e.getMessage()), e);
      }
    }
  }

  private void add(Path path) {
    // Both may name the same: that is no reason to refuse it.
    if (seen.add(path.toAbsolutePath().normalize())) {
      ops = ops.withJar(path);
    }
  }
}
