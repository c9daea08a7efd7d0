package dev.millrace.server.engine;

import dev.millrace.server.flow.Decider;
import java.util.HashSet;
import java.util.Set;

/** What the batches of one engine share. Its state belongs to the hand whose turn it is. */
final class Parts {

  final Decider decider;
  final Definer definer;
  final KnownWorkflows known;
  final Revoked revoked;
  final EngineMetrics metrics;
  final EngineLog log;

  /** Whether nobody else writes to the store. */
  final boolean exclusive;

  /** Queues of which it is known that nothing can be handed out. */
  final Set<String> dry = new HashSet<>();

  Parts(
      Decider decider,
      Definer definer,
      KnownWorkflows known,
      Watchmen watchmen,
      boolean exclusive) {
    this.decider = decider;
    this.definer = definer;
    this.known = known;
    this.revoked = watchmen.revoked();
    this.metrics = watchmen.metrics();
    this.log = watchmen.log();
    this.exclusive = exclusive;
  }

  /** Those who only look on. */
  record Watchmen(Revoked revoked, EngineMetrics metrics, EngineLog log) {}
}
