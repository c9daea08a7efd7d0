package dev.millrace.server.store.postgres;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a database that does not answer yet, and says so at once: it may be starting. What will
 * not pass, like a wrong password, is reported without waiting.
 */
final class FirstContact {

  /** How long a server that starts waits for its database at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** For one attempt: a machine that is silent is soon told of, too. */
  private static final String ATTEMPT_SECONDS = "3";

  private final PostgresSettings settings;
  private final PostgresDialect dialect;
  private final Consumer<String> log;

  FirstContact(PostgresSettings settings, PostgresDialect dialect, Consumer<String> log) {
    this.settings = settings;
    this.dialect = dialect;
    this.log = log;
  }

  /**
   * @throws StoreException if there is no database, or none that can be used
   */
  void await() {
    Duration patience = PATIENCE.compareTo(settings.timeout()) < 0 ? PATIENCE : settings.timeout();
    long end = System.nanoTime() + patience.toNanos();
    for (boolean first = true; ; first = false) {
      StoreException fault = attempt();
      if (fault == null) {
        return;
      }
      if (fault.kind() != Kind.UNAVAILABLE || System.nanoTime() - end >= 0) {
        throw fault;
      }
      if (first) {
        log.accept(
            "Waiting up to %.1f s for the database: %s"
                .formatted(patience.toMillis() / 1e3, fault.getMessage()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private @Nullable StoreException attempt() {
    var options = ConnectionOptions.withUser(settings);
    options.setProperty("connectTimeout", ATTEMPT_SECONDS);
    options.setProperty("loginTimeout", ATTEMPT_SECONDS);
    try (var _ = DriverManager.getConnection(settings.url(), options)) {
      return null;
    } catch (SQLException e) {
      return dialect.fault(e);
    }
  }
}
