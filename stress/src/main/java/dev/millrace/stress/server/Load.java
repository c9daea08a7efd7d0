package dev.millrace.stress.server;

import dev.millrace.client.ClientException;
import dev.millrace.client.MillraceClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts workflows, each with a key and until a server says that it did, wherever there is one.
 * Thread-safe.
 */
final class Load {

  private static final int THREADS = 4;

  /** More are not started while so many are under way. */
  private static final int MOST_OPEN = 200;

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final List<MillraceClient> clients;
  private final Ledger ledger;
  private final AtomicLong next = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ending;

  Load(List<MillraceClient> clients, Ledger ledger) {
    this.clients = clients;
    this.ledger = ledger;
  }

  void begin() {
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofVirtual().name("load-", i).start(this::run));
    }
  }

  private void run() {
    while (!ending) {
      if (ledger.open() < MOST_OPEN) {
        start(next.getAndIncrement());
      } else {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Does not give up: a start that may have reached a server is owed. */
  private void start(long n) {
    for (int attempt = 0; ; attempt++) {
      var client = clients.get((int) ((n + attempt) % clients.size()));
      try {
        ledger.acknowledged(n, client.workflows().start(SumFlow.start(n)).await());
        return;
      } catch (ClientException e) {
        ledger.refused(e.status());
        LockSupport.parkNanos(PAUSE.toNanos());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Every number below was tried. */
  long tried() {
    return next.get();
  }

  /** Starts nothing more, and waits for those that were tried. */
  void end() throws InterruptedException {
    ending = true;
    for (var thread : threads) {
      thread.join();
    }
  }
}
