package dev.millrace.server.config;

import java.io.Serial;
import java.util.List;

/** Settings that cannot be used, with all that is wrong with them, a line each. */
public final class ConfigException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  ConfigException(List<String> faults) {
    super(String.join("\n", faults));
  }
}
