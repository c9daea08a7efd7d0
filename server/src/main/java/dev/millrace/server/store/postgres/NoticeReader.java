package dev.millrace.server.store.postgres;

import dev.millrace.server.store.Signal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Listens on a connection of its own, from a thread of its own. When a connection is lost it opens
 * another one; since something may have been said meanwhile, every connection begins with {@link
 * Signal.Anything}. Thread-safe.
 */
final class NoticeReader implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(NoticeReader.class.getName());

  /** After a silence of this, whether the connection is still there is tried. */
  private static final int SILENCE_MILLIS = 10_000;

  private static final int PROBE_SECONDS = 5;
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final PostgresSettings settings;
  private final Notices notices;
  private final Consumer<Signal> listener;
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Written by the thread, read by the closer, who cuts it off. */
  private volatile @Nullable Connection connection;

  /** Only the thread's: how long to wait before the next try. */
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  NoticeReader(PostgresSettings settings, Notices notices, Consumer<Signal> listener) {
    this.settings = settings;
    this.notices = notices;
    this.listener = listener;
    this.thread = Thread.ofPlatform().name("millrace-notices").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!closed()) {
      try (var open =
          DriverManager.getConnection(settings.url(), ConnectionOptions.withUser(settings))) {
        connection = open;
        listen(open);
      } catch (SQLException e) {
        if (!closed()) {
          LOG.log(
              System.Logger.Level.WARNING,
              "No news from other servers until {0} answers again: {1}",
              settings,
              e.getMessage());
          pause();
        }
      }
    }
  }

  private void listen(Connection open) throws SQLException {
    try (var statement = open.createStatement()) {
      var _ = statement.execute("LISTEN " + settings.schema());
    }
    tell(new Signal.Anything());
    pauseMillis = FIRST_PAUSE_MILLIS;
    var source = open.unwrap(PGConnection.class);
    while (!closed()) {
      var news = source.getNotifications(SILENCE_MILLIS);
      if (news.length == 0 && !open.isValid(PROBE_SECONDS)) {
        throw new SQLException("the connection is lost");
      }
      for (var each : news) {
        notices.signals(each.getParameter()).forEach(this::tell);
      }
    }
  }

  private void tell(Signal signal) {
    try {
      listener.accept(signal);
    } catch (RuntimeException e) { // foreign code
      LOG.log(System.Logger.Level.ERROR, "A listener failed", e);
    }
  }

  private void pause() {
    try {
      var _ = closing.await(pauseMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      // Nobody but the closer has a reason to.
      closing.countDown();
      Thread.currentThread().interrupt();
    }
    pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** Does not wait for a listener that is being told something. */
  @Override
  public void close() {
    closing.countDown();
    var open = connection;
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(System.Logger.Level.DEBUG, "The connection was gone already", e);
      }
    }
  }
}
