package dev.millrace.executor;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A worker ran some tasks in a row. All its slices are in one of these. */
@Name("dev.millrace.Run")
@Label("Worker Run")
@Category("Millrace")
@StackTrace(false)
final class RunEvent extends Event {
  @Label("Worker")
  int worker;

  @Label("Slices")
  int slices;
}
