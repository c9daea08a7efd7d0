package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import dev.millrace.server.store.jdbc.Session;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Connections that only read, for one reader each. Thread-safe. */
final class Readers implements AutoCloseable {

  /** Reading is work for the processor; more of them at once would only share it. */
  private static final int READERS = 4;

  private final SqliteFile file;
  private final Semaphore permits = new Semaphore(READERS, true);

  /** The one that was used last comes first: it knows most pages. */
  private final ConcurrentLinkedDeque<SqliteLink> idle = new ConcurrentLinkedDeque<>();

  /** Written by the closer when it has all permits, read by whoever has one. */
  private boolean closed;

  Readers(SqliteFile file) {
    this.file = file;
  }

  <T> T transact(Function<? super Session, ? extends T> work) {
    permits.acquireUninterruptibly();
    try {
      if (closed) {
        throw new StoreException(Kind.UNAVAILABLE, file.path() + " is closed.", null);
      }
      var pooled = idle.pollFirst();
      var link = pooled == null ? new SqliteLink(file) : pooled;
      try {
        return link.transact("BEGIN", work);
      } finally {
        idle.addFirst(link);
      }
    } finally {
      permits.release();
    }
  }

  /** Waits for the readers under way. */
  @Override
  public void close() {
    permits.acquireUninterruptibly(READERS);
    closed = true;
    idle.forEach(SqliteLink::close);
    idle.clear();
    permits.release(READERS);
  }
}
