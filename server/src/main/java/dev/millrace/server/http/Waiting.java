package dev.millrace.server.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Requests whose answers may take long. Thread-safe. */
final class Waiting {

  private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();

  void add(Exchange exchange) {
    exchanges.add(exchange);
  }

  void remove(Exchange exchange) {
    exchanges.remove(exchange);
  }

  /** The server closes: all are answered. */
  void endAll() {
    exchanges.forEach(Waiting::end);
  }

  /** A worker closes: its polls are answered. Says how many there were. */
  int endPolls(String worker) {
    var polls = exchanges.stream().filter(each -> worker.equals(each.poller())).toList();
    polls.forEach(Waiting::end);
    return polls.size();
  }

  private static void end(Exchange exchange) {
    exchange.runOnLoop(exchange::end);
  }
}
