package dev.millrace.plan.registry;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where plans run: the endpoints differ, their ids, names and kinds do not. */
public enum Environment {
  DEV,
  TEST,
  PROD;

  /** As flags and file names say it, e.g. {@code dev}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The environment with this text.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Environment of(String text) {
    for (Environment environment : values()) {
      if (environment.text().equals(text)) {
        return environment;
      }
    }
    String known = Arrays.stream(values()).map(Environment::text).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("environment '%s' is none of %s".formatted(text, known));
  }
}
