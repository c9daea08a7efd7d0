package dev.millrace.server.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Somebody who wants tasks of a queue, for the length of one batch. Confined to one hand. */
final class Demand {

  final String queue;
  final String type;
  final String worker;
  final int count;
  final List<Claimed> got = new ArrayList<>();
  private final BooleanSupplier stillWanted;

  /**
   * @param stillWanted asked before it gets anything: whether somebody will take it
   */
  Demand(String queue, String type, String worker, int count, BooleanSupplier stillWanted) {
    this.queue = queue;
    this.type = type;
    this.worker = worker;
    this.count = count;
    this.stillWanted = stillWanted;
  }

  boolean stillWanted() {
    return stillWanted.getAsBoolean();
  }

  int open() {
    return count - got.size();
  }
}
