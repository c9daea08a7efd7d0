package dev.millrace.server.store.postgres;

import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.WriteTransaction;
import dev.millrace.server.store.jdbc.Reading;
import dev.millrace.server.store.jdbc.Session;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store that any number of servers share. Thread-safe. */
public final class PostgresStore implements Store {

  private static final System.Logger LOG = System.getLogger(PostgresStore.class.getName());

  /** How often one transaction is run before the conflict is reported. */
  private static final int ATTEMPTS = 10;

  /** Before the second attempt; each further one waits for up to this much more. */
  private static final long LONGEST_PAUSE_NANOS = 10_000_000;

  private final PostgresSettings settings;
  private final PostgresDialect dialect;
  private final Pool writers;
  private final Pool readers;

  /** Tells our notifications from others'. */
  private final Notices notices = new Notices(UUID.randomUUID().toString());

  private final AtomicReference<@Nullable NoticeReader> reader = new AtomicReference<>();

  private PostgresStore(PostgresSettings settings) {
    this.settings = settings;
    this.dialect = new PostgresDialect(settings.place());
    this.writers = Pool.forWriting(settings, dialect);
    this.readers = Pool.forReading(settings, dialect);
  }

  /**
   * Connects, and makes the tables or brings them up to date. A database that does not answer is
   * waited for, 10 s or the settings' timeout, whichever is less, and that is logged.
   *
   * @throws StoreException if the database does not answer or is of a newer version
   */
  public static PostgresStore open(PostgresSettings settings) {
    new FirstContact(
            settings,
            new PostgresDialect(settings.place()),
            text -> LOG.log(System.Logger.Level.WARNING, text))
        .await();
    var store = new PostgresStore(settings);
    boolean opened = false;
    try {
      PostgresSchema.prepare(store.writers, settings);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        store.close();
      }
    }
  }

  @Override
  public boolean exclusive() {
    return false;
  }

  @Override
  public <T> T write(Function<? super WriteTransaction, ? extends T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return writers.<T>transact(session -> written(session, work));
      } catch (StoreException e) {
        if (attempt == ATTEMPTS || !PostgresDialect.conflict(e)) {
          throw e;
        }
        stepAside(attempt);
      }
    }
  }

  /** For a different while each, so that the same two do not meet again and again. */
  private static void stepAside(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(attempt * LONGEST_PAUSE_NANOS));
  }

  private <T> T written(Session session, Function<? super WriteTransaction, ? extends T> work) {
    var transaction = new PostgresTransaction(session, dialect);
    T result = work.apply(transaction);
    session.ensureSound();
    transaction.tell(settings.schema(), notices);
    return result;
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, ? extends T> work) {
    return readers.<T>transact(session -> work.apply(new Reading(session)));
  }

  @Override
  public void listen(Consumer<Signal> listener) {
    var ours = new NoticeReader(settings, notices, listener);
    if (!reader.compareAndSet(null, ours)) {
      throw new IllegalStateException("somebody listens already");
    }
    ours.start();
  }

  @Override
  public String describe() {
    return settings.toString();
  }

  /** Hears nothing any more, then waits for transactions under way, for a while. */
  @Override
  public void close() {
    var listening = reader.get();
    if (listening != null) {
      listening.close();
    }
    writers.close();
    readers.close();
  }
}
