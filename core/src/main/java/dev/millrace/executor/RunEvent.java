package dev.millrace.executor;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A worker ran tasks of one signal word. */
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
