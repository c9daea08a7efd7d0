package dev.millrace.executor;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A worker slept. */
@Name("dev.millrace.Park")
@Label("Worker Park")
@Category("Millrace")
@StackTrace(false)
final class ParkEvent extends Event {
  @Label("Worker")
  int worker;
}
