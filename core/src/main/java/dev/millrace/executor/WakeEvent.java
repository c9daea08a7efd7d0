package dev.millrace.executor;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A permit was given to a sleeping worker. */
@Name("dev.millrace.Wake")
@Label("Worker Wake")
@Category("Millrace")
@StackTrace(false)
final class WakeEvent extends Event {
  @Label("Worker")
  int worker;
}
