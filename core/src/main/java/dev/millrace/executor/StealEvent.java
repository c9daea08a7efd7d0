package dev.millrace.executor;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A worker took work from another's partition. */
@Name("dev.millrace.Steal")
@Label("Worker Steal")
@Category("Millrace")
@StackTrace(false)
final class StealEvent extends Event {
  @Label("Worker")
  int worker;

  @Label("Signal Word")
  int word;
}
