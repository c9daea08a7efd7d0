package dev.millrace.stress.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What is to go wrong, and where.
 *
 * @param servers how many share the store; more than one only on PostgreSQL
 * @param kills how often a server is killed
 * @param restarts how often the database is restarted; only one that the soak started itself
 * @param pauses how often a worker is stopped for longer than its lease
 * @param seconds no fault is begun later than this
 * @param leaseSeconds of every task
 */
record SoakPlan(
    Place place,
    int servers,
    int kills,
    int restarts,
    int pauses,
    long seconds,
    int leaseSeconds,
    long seed) {

  private static final int MOST = 100_000;
  private static final int MOST_SERVERS = 16;

  /** Where the data are. */
  sealed interface Place {
    /** In a file. */
    record Sqlite() implements Place {}

    /**
     * In a database.
     *
     * @param url of a database that is there; null to start one
     */
    record Postgres(@Nullable String url, String user, String password) implements Place {}
  }

  /** What goes wrong next. */
  enum Fault {
    KILL,
    RESTART,
    PAUSE
  }

  SoakPlan {
    ensure(kills, 0, MOST, "--kills");
    ensure(restarts, 0, MOST, "--restarts");
    ensure(pauses, 0, MOST, "--pauses");
    ensure(servers, 1, MOST_SERVERS, "--servers");
    ensure(leaseSeconds, 1, 3600, "--lease");
    if (seconds < 1) {
      throw new IllegalArgumentException("--seconds must be at least 1");
    }
    switch (place) {
      case Place.Sqlite() -> {
        if (servers > 1 || restarts > 0) {
          throw new IllegalArgumentException(
              "--servers and --restarts are for --store postgres: a file has one server");
        }
      }
      case Place.Postgres(var url, _, _) -> {
        if (url != null && restarts > 0) {
          throw new IllegalArgumentException(
              "--restarts needs a database that this command starts itself: leave out --url");
        }
      }
    }
  }

  private static void ensure(int value, int least, int most, String option) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is %d, must be from %d to %d".formatted(option, value, least, most));
    }
  }

  /** All faults, in an order that the seed decides. */
  List<Fault> faults() {
    var faults = new ArrayList<Fault>();
    faults.addAll(Collections.nCopies(kills, Fault.KILL));
    faults.addAll(Collections.nCopies(restarts, Fault.RESTART));
    faults.addAll(Collections.nCopies(pauses, Fault.PAUSE));
    Collections.shuffle(faults, new Random(seed));
    return faults;
  }
}
