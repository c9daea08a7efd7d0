package dev.millrace.plan.io;

import java.util.ArrayList;
import java.util.List;

/** What is to be done as soon as the lock is released. Belongs to one thread. */
final class Outbox {

  private final List<Link> starts = new ArrayList<>(0);
  private final List<Link> flushes = new ArrayList<>(1);
  private final List<Wire> closes = new ArrayList<>(0);
  private final List<Send> tells = new ArrayList<>(0);
  private boolean discover;

  void start(Link link) {
    starts.add(link);
  }

  /** Something may be written to {@code link}. */
  void flush(Link link) {
    if (flushes.isEmpty() || flushes.getLast() != link) {
      flushes.add(link);
    }
  }

  void close(Wire wire) {
    closes.add(wire);
  }

  void tell(Send send) {
    tells.add(send);
  }

  /** Ask the cluster for its nodes. */
  void discover() {
    discover = true;
  }

  List<Link> starts() {
    return starts;
  }

  List<Link> flushes() {
    return flushes;
  }

  List<Wire> closes() {
    return closes;
  }

  List<Send> tells() {
    return tells;
  }

  boolean discovers() {
    return discover;
  }
}
