package dev.millrace.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder of files {@code <name>.plan.json}. Whatever a name says, nothing outside is read.
 * Thread-safe.
 */
final class PlanFolder {
  private static final String SUFFIX = ".plan.json";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,128}");
  private static final int MAX_NAMES = 10_000;
  private static final long MAX_INDEX_BYTES = 4 << 20;

  private final Path folder;

  PlanFolder(Path folder) {
    this.folder = folder;
  }

  /** What a file was like when it was read: another state has another stamp. */
  record Stamp(FileTime modified, long size, @Nullable Object key) {}

  /** A file of the folder, or why there is none. */
  sealed interface Place {
    record At(Path file, Stamp stamp) implements Place {}

    /**
     * No file.
     *
     * @param gone whether there surely is none; else it could not be told
     */
    record Nowhere(String reason, boolean gone) implements Place {}
  }

  Place place(String name) {
    if (!NAME.matcher(name).matches()) {
      return new Place.Nowhere(
          "plan name %s must match %s".formatted(Text.quoted(name), NAME), true);
    }
    Path file = folder.resolve(name + SUFFIX);
    try {
      if (!file.toRealPath().startsWith(folder.toRealPath())) {
        return new Place.Nowhere("%s leads out of %s".formatted(file, folder), true);
      }
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return new Place.Nowhere("%s is no file".formatted(file), true);
      }
      return new Place.At(
          file, new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
    } catch (NoSuchFileException e) {
      return new Place.Nowhere(
          "no plan %s in %s%s"
              .formatted(Text.quoted(name), folder, Text.didYouMean(name, namesOrNone())),
          true);
    } catch (IOException e) {
      return new Place.Nowhere("%s cannot be read: %s".formatted(file, e), false);
    }
  }

  private List<String> namesOrNone() {
    try {
      return names();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The names of all files and of all plans that {@code index.json} lists, sorted. */
  List<String> names() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .filter(name -> NAME.matcher(name).matches())
          .limit(MAX_NAMES)
          .forEach(names::add);
    }
    names.addAll(indexed());
    return List.copyOf(names);
  }

  /** The names in {@code index.json}: each a string or an object with a name. */
  private List<String> indexed() throws IOException {
    Path index = folder.resolve("index.json");
    if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    if (Files.size(index) > MAX_INDEX_BYTES) {
      throw new IOException("%s is larger than %d bytes".formatted(index, MAX_INDEX_BYTES));
    }
    try {
      JsonNode plans = JsonMapper.shared().readTree(Files.readAllBytes(index)).path("plans");
      return plans
          .valueStream()
          .map(plan -> plan.isObject() ? plan.path("name") : plan)
          .filter(JsonNode::isString)
          .map(JsonNode::stringValue)
          .filter(name -> NAME.matcher(name).matches())
          .limit(MAX_NAMES)
          .toList();
    } catch (JacksonException e) {
      throw new IOException("%s: %s".formatted(index, JsonText.fault(e)), e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
