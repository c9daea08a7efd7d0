package dev.millrace.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What was built: the version, the commit, and the JDK that runs it. */
public final class Version implements IVersionProvider {
  private final String version;
  private final String commit;

  public Version() {
    var properties = new Properties();
    try (var file = Version.class.getResourceAsStream("version.properties")) {
      properties.load(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    version = properties.getProperty("version", "unknown");
    commit =
        properties.getProperty("commit", "unknown")
            + (Boolean.parseBoolean(properties.getProperty("dirty")) ? ", changed" : "");
  }

  String version() {
    return version;
  }

  String commit() {
    return commit;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "millrace %s (commit %s) on JDK %s".formatted(version, commit, Runtime.version())
    };
  }
}
