package dev.millrace.server.store;

import java.util.UUID;

/** What servers on one store tell each other. */
public sealed interface Signal {

  /** There are tasks to be had. */
  record QueueReady(String queue) implements Signal {}

  /** A watched workflow changed its status or waits for a signal. */
  record WorkflowChanged(UUID id) implements Signal {}

  record DocumentsChanged() implements Signal {}

  /** Signals may have been missed: anything may have happened. */
  record Anything() implements Signal {}
}
