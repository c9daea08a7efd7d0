package dev.millrace.stress.server;

import dev.millrace.client.ClientException;
import dev.millrace.client.ClientSettings;
import dev.millrace.client.MillraceClient;
import dev.millrace.client.RetryPolicy;
import dev.millrace.client.Workflow;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.worker.WorkerHost;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Puts load on servers, lets go wrong what the plan says, waits until all that was begun is done,
 * and has it audited. Confined to one thread.
 */
final class ServerSoak {

  /** Without any progress for so long, what is missing is lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** They say of each call that a server is not there; that is what is wanted here. */
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("dev.millrace.worker"),
          Logger.getLogger("io.vertx"),
          Logger.getLogger("io.zonky"));

  private static final Duration GLANCE = Duration.ofMillis(20);
  private static final int SHORTEST_GAP_MILLIS = 100;
  private static final int LONGEST_GAP_MILLIS = 1_500;

  /** Under load means: so many steps between two faults at least. */
  private static final int STEPS_BETWEEN = 50;

  private final SoakPlan plan;
  private final Path folder;
  private final PrintWriter log;
  private final SplittableRandom random;
  private final Ledger ledger = new Ledger();
  private final List<MillraceClient> clients = new ArrayList<>();
  private final List<WorkerHost> hosts = new ArrayList<>();
  private final long began = System.nanoTime();

  private final Outages outages = new Outages();
  private long inFlight;
  private long crashes;
  private int kills;
  private int restarts;
  private int pauses;

  /**
   * @param folder for data and logs; the caller's
   */
  ServerSoak(SoakPlan plan, Path folder, PrintWriter log) {
    this.plan = plan;
    this.folder = folder;
    this.log = log;
    this.random = new SplittableRandom(plan.seed());
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
  }

  Findings run() throws IOException, InterruptedException {
    return switch (plan.place()) {
      case SoakPlan.Place.Sqlite() -> onServers(null, null);
      case SoakPlan.Place.Postgres(var url, var user, var password) -> {
        var schema = "stress_" + Long.toHexString(System.currentTimeMillis());
        if (url != null) {
          yield onServers(PostgresSettings.of(url, user, password).withSchema(schema), null);
        }
        try (var database = EmbeddedDatabase.start(folder)) {
          yield onServers(database.settings().withSchema(schema), database);
        }
      }
    };
  }

  double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  private Findings onServers(
      @Nullable PostgresSettings postgres, @Nullable EmbeddedDatabase database)
      throws IOException, InterruptedException {
    try (var fleet = Fleet.start(plan.servers(), folder, postgres)) {
      try {
        return underLoad(fleet, database);
      } finally {
        hosts.forEach(WorkerHost::close);
        clients.forEach(MillraceClient::close);
      }
    }
  }

  private Findings underLoad(Fleet fleet, @Nullable EmbeddedDatabase database)
      throws IOException, InterruptedException {
    for (var url : fleet.urls()) {
      clients.add(MillraceClient.connect(ClientSettings.of(url).withRetry(RetryPolicy.none())));
    }
    SumFlow.register(clients.getFirst(), plan.leaseSeconds());
    for (var client : clients) {
      hosts.add(
          Crew.hire(
              client,
              "crew-" + hosts.size(),
              task ->
                  ledger.begun(
                      task.workflowInstanceId(), task.referenceTaskName(), task.taskId())));
    }
    var stopped = plan.pauses() == 0 ? null : startWorker(fleet.urls().getFirst());
    var load = new Load(clients, ledger);
    load.begin();
    for (var fault : plan.faults()) {
      if (seconds() > plan.seconds() || !awaitLoad()) {
        break;
      }
      letGoWrong(fault, fleet, database, stopped);
      crashes += fleet.dead().size();
      fleet.dead().forEach(log::println);
      progress(fault + ": " + ledger);
    }
    load.end();
    progress("no more starts: " + ledger);
    awaitEnds();
    progress("all ended: " + ledger);
    if (stopped != null) {
      stopped.close();
    }
    return audit();
  }

  private void progress(String text) {
    log.printf("%.1f s: %s%n", seconds(), text);
    log.flush();
  }

  private ChildProcess startWorker(String url) throws IOException, InterruptedException {
    var worker =
        ChildProcess.start(
            "worker",
            WorkerMain.class,
            List.of(url),
            folder,
            line -> {
              var words = line.split(" ", 3);
              ledger.begun(words[0], words[1], words[2]);
            });
    worker.awaitReady();
    return worker;
  }

  // Faults

  private void letGoWrong(
      SoakPlan.Fault fault,
      Fleet fleet,
      @Nullable EmbeddedDatabase database,
      @Nullable ChildProcess worker)
      throws IOException, InterruptedException {
    switch (fault) {
      case KILL -> kill(fleet, worker != null);
      case RESTART -> restart(database, worker != null);
      case PAUSE -> pause(worker);
    }
  }

  private void kill(Fleet fleet, boolean withWorker) throws IOException, InterruptedException {
    int victim = random.nextInt(fleet.size());
    long settled = settled();
    var outage = outages.begin();
    fleet.kill(victim);
    inFlight += received() - settled + (withWorker ? Crew.MOST_HELD : 0);
    kills++;
    fleet.restart(victim);
    outage.end();
  }

  private void restart(@Nullable EmbeddedDatabase database, boolean withWorker) throws IOException {
    if (database == null) {
      throw new IllegalStateException("there is no database to restart");
    }
    long settled = settled();
    var outage = outages.begin();
    database.restart();
    outage.end();
    inFlight += received() - settled + (withWorker ? Crew.MOST_HELD : 0);
    restarts++;
  }

  /** Stops a worker until its leases are over for sure. */
  private void pause(@Nullable ChildProcess worker) throws IOException, InterruptedException {
    if (worker == null) {
      throw new IllegalStateException("there is no worker to stop");
    }
    var outage = outages.begin();
    worker.pause();
    inFlight += Crew.MOST_HELD;
    pauses++;
    rest(Duration.ofSeconds(plan.leaseSeconds() + 1L));
    worker.resume();
    outage.end();
  }

  private long received() {
    return hosts.stream().mapToLong(host -> host.balance().received()).sum();
  }

  private long settled() {
    return hosts.stream()
        .map(WorkerHost::balance)
        .mapToLong(balance -> balance.received() - balance.open())
        .sum();
  }

  // Waiting

  /** Lets some work be done, and then a moment by chance; false if nothing is done any more. */
  private boolean awaitLoad() {
    long enough = ledger.executions() + STEPS_BETWEEN;
    long movedAt = System.nanoTime();
    long seen = 0;
    while (ledger.executions() < enough) {
      if (ledger.executions() != seen) {
        seen = ledger.executions();
        movedAt = System.nanoTime();
      } else if (System.nanoTime() - movedAt > PATIENCE.toNanos()) {
        return false;
      }
      rest(GLANCE);
    }
    rest(Duration.ofMillis(random.nextInt(SHORTEST_GAP_MILLIS, LONGEST_GAP_MILLIS)));
    return true;
  }

  private void awaitEnds() throws InterruptedException {
    var missing = new HashSet<>(ledger.started().values());
    long movedAt = System.nanoTime();
    while (!missing.isEmpty() && System.nanoTime() - movedAt < PATIENCE.toNanos()) {
      int before = missing.size();
      for (var id : List.copyOf(missing)) {
        if (!hasEnded(id)) {
          // Those that come after it are not likely to be further.
          break;
        }
        missing.remove(id);
      }
      if (missing.size() < before) {
        movedAt = System.nanoTime();
        progress(missing.size() + " workflows to go");
      } else {
        rest(GLANCE);
      }
    }
  }

  private boolean hasEnded(String id) throws InterruptedException {
    try {
      return clients.getFirst().workflows().get(id, false).await().status()
          != Workflow.Status.RUNNING;
    } catch (ClientException e) {
      // Lost: the audit says so. Anything else is asked again.
      return e.status() == 404;
    }
  }

  private static void rest(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private Findings audit() throws InterruptedException {
    var audit = new Audit(clients.getFirst(), ledger, outages, log);
    audit.run();
    return new Findings(
        new Findings.Faults(kills, restarts, pauses),
        ledger.started().size(),
        ledger.executions(),
        audit.lost,
        audit.unfinished,
        audit.wrongOutputs,
        audit.notOnce + ledger.begunTwice.sum(),
        audit.doubleStarts + ledger.doubleStarts.sum(),
        ledger.duplicates(),
        inFlight,
        audit.slow,
        ledger.wrongAnswers.sum(),
        ledger.unavailable.sum(),
        ledger.unanswered.sum(),
        crashes);
  }
}
