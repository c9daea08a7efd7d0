package dev.millrace.dsl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder of plans: {@code *.plan.ts} are plans, other {@code *.ts} are for them to import. Hidden
 * folders, {@code node_modules} and links to folders are left out. Immutable and thread-safe.
 *
 * @param root a real path
 */
public record PlanFolder(Path root) {

  private static final int DEEPEST = 32;

  /** The folder itself, whatever links lead to it. */
  public static PlanFolder of(Path folder) throws IOException {
    return new PlanFolder(folder.toRealPath());
  }

  PlanSources sources(int mostChars) {
    return new FolderSources(root, mostChars);
  }

  /** The plans, relative to the root, sorted. */
  public List<String> plans() throws IOException {
    return stamps().keySet().stream().filter(name -> name.endsWith(PlanCompiler.SUFFIX)).toList();
  }

  /** When each source was changed last and how long it is; two that are equal need no build. */
  public Map<String, String> stamps() throws IOException {
    var stamps = new TreeMap<String, String>();
    var visitor =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(root) || !isHidden(folder)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = root.relativize(file).toString().replace('\\', '/');
            if (name.endsWith(".ts") && !name.endsWith(".d.ts")) {
              stamps.put(name, attributes.lastModifiedTime() + " " + attributes.size());
            }
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(root, java.util.Set.of(), DEEPEST, visitor);
    return stamps;
  }

  private static boolean isHidden(Path folder) {
    String name = folder.getFileName().toString();
    return name.startsWith(".") || name.equals("node_modules") || name.equals("target");
  }

  /** The plans that are there, or a failure that is told as one. */
  List<String> plansOrFail() {
    try {
      return new ArrayList<>(plans());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
