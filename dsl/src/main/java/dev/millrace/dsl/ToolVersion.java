package dev.millrace.dsl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this compiler, as plans name it. */
final class ToolVersion {

  static final String CURRENT = read();

  private ToolVersion() {}

  private static String read() {
    var properties = new Properties();
    try (var file = ToolVersion.class.getResourceAsStream("version.properties")) {
      properties.load(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return properties.getProperty("version", "unknown");
  }
}
