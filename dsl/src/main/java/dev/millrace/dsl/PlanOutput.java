package dev.millrace.dsl;

import dev.millrace.plan.PlanDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where plan JSON goes: {@code <name>.plan.json}, flat, and {@code index.json} with all of them. A
 * file is there whole or not at all. Thread-safe: a file is written by whoever made its plan.
 */
final class PlanOutput {

  private static final Pattern DIGEST = Pattern.compile("\"bundle_digest\": ?\"([0-9a-f]{16})\"");

  private final Path folder;

  PlanOutput(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  Path file(String planName) {
    return folder.resolve(planName + ".plan.json");
  }

  /** What the plan that is there was made of. */
  Optional<String> digest(String planName) {
    Path file = file(planName);
    try {
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      var matcher = DIGEST.matcher(Files.readString(file));
      return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    } catch (IOException unreadable) {
      // It is made again; if that fails too, the writing says why.
      return Optional.empty();
    }
  }

  void write(String planName, String json) throws IOException {
    replace(file(planName), json);
  }

  /** Lists the plans with these names, which are there. */
  void writeIndex(Collection<String> planNames) throws IOException {
    List<PlanDocument> plans = new ArrayList<>();
    for (String name : planNames) {
      plans.add(new PlanDocument(name, Files.readString(file(name))));
    }
    replace(folder.resolve("index.json"), PlanDocument.index(plans));
  }

  private void replace(Path file, String text) throws IOException {
    Path fresh = Files.createTempFile(folder, ".plan", ".tmp");
    try {
      Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
