package dev.millrace.pipeline;

import java.util.List;
import java.util.ResourceBundle;

/** Keeps the messages of what is logged. */
record FaultLog(List<String> faults) implements System.Logger {
  @Override
  public String getName() {
    return "faults";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    faults.add(thrown.getMessage());
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... params) {
    faults.add(format);
  }
}
