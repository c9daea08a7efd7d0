package dev.millrace.cli.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Paths that a command was given. */
final class Sources {

  private Sources() {}

  /** A path to nothing is wrong use. */
  static void require(Path path, CommandSpec spec) {
    if (Files.notExists(path)) {
      throw new ParameterException(spec.commandLine(), "there is no file or folder " + path);
    }
  }

  /** The folder itself, or that of the file. */
  static Path folder(Path source) {
    return Files.isDirectory(source)
        ? source
        : Objects.requireNonNull(source.toAbsolutePath().getParent(), "a file is in a folder");
  }
}
