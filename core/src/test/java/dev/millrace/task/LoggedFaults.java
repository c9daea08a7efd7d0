package dev.millrace.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what a class logs while this is open, and keeps it off the console. */
public final class LoggedFaults implements AutoCloseable {

  private final List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
  private final Collector collector = new Collector();
  private final Logger logger;

  public LoggedFaults(String className) {
    logger = Logger.getLogger(className);
    logger.addHandler(collector);
    logger.setUseParentHandlers(false);
  }

  public List<Throwable> thrown() {
    return List.copyOf(thrown);
  }

  @Override
  public void close() {
    logger.removeHandler(collector);
    logger.setUseParentHandlers(true);
  }

  private final class Collector extends Handler {
    @Override
    public void publish(LogRecord logRecord) {
      thrown.add(logRecord.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
