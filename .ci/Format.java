import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Runs google-java-format on every Java file of the repository, in one process: {@code --check}
 * names the files that differ and fails, {@code --replace} rewrites them.
 */
final class Format {
  public static void main(String[] args) throws IOException {
    boolean replace = List.of(args).contains("--replace");
    var arguments = new ArrayList<String>();
    arguments.addAll(
        replace ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    try (var files = Files.walk(Path.of(""))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().matches("(.*[/\\\\])?target[/\\\\].*"))
          .map(Path::toString)
          .forEach(arguments::add);
    }
    int exit =
        ToolProvider.findFirst("google-java-format")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(String[]::new));
    if (exit != 0 && !replace) {
      System.err.println("These files are not formatted. To format: mvn -q -N -Pformat verify");
    }
    System.exit(exit);
  }
}
