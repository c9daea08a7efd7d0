package dev.millrace.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;

/**
 * Whether updates ask for the next task (v2). The environment wins over the setting; a server that
 * does not know it switches it off, for good, and that is said once. Written on the event loop,
 * read by any thread.
 */
final class V2Switch {

  static final String VARIABLE = "taskUpdateV2";

  private static final Logger LOG = System.getLogger(V2Switch.class.getName());

  private volatile boolean on;

  V2Switch(boolean setting, Map<String, String> environment) {
    String value = environment.getOrDefault(VARIABLE, "").strip().toLowerCase(Locale.ROOT);
    this.on =
        switch (value) {
          case "true" -> true;
          case "false" -> false;
          case "" -> setting;
          default -> {
            LOG.log(Level.WARNING, "{0} is neither true nor false but ''{1}''", VARIABLE, value);
            yield setting;
          }
        };
  }

  boolean isOn() {
    return on;
  }

  void notKnownToServer(int status) {
    if (on) {
      on = false;
      LOG.log(
          Level.WARNING,
          "The server does not know tasks/update-v2 (status {0}): from now on results go to tasks,"
              + " and each next task takes a poll",
          status);
    }
  }
}
