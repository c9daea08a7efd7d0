package dev.millrace.server.store.sqlite;

import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.StoreException;
import dev.millrace.server.store.StoreException.Kind;
import dev.millrace.server.store.WriteTransaction;
import dev.millrace.server.store.jdbc.Reading;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The store in a file of this process's own: one transaction writes at a time, in the order in
 * which they came, and readers have a snapshot each. Thread-safe.
 */
public final class SqliteStore implements Store {

  private final SqliteFile file;
  private final FileOwner owner;
  private final Readers readers;

  /** Fair, so that nobody starves behind a busy engine. Guards the writer and {@code closed}. */
  private final ReentrantLock writing = new ReentrantLock(true);

  private final SqliteLink writer;
  private boolean closed;

  private final AtomicBoolean listened = new AtomicBoolean();

  private SqliteStore(SqliteFile file, FileOwner owner) {
    this.file = file;
    this.owner = owner;
    this.writer = new SqliteLink(file);
    this.readers = new Readers(file);
  }

  /**
   * Opens a file, and makes it, with its folder, if it is not there. Nobody else may have it open.
   *
   * @throws StoreException if it is in use, not ours or of a newer version
   */
  public static SqliteStore open(Path file) {
    return open(SqliteFile.of(file, true));
  }

  /**
   * A store that forgets: a file among the temporary ones, which goes when this is closed. Nothing
   * waits for the disk, and a backlog still does not fill the memory.
   */
  public static SqliteStore ephemeral() {
    return open(SqliteFile.temporary());
  }

  private static SqliteStore open(SqliteFile file) {
    var store = new SqliteStore(file, FileOwner.of(file.path()));
    boolean opened = false;
    try {
      opened = store.write(transaction -> transaction.revision() > 0);
      return store;
    } finally {
      if (!opened) {
        store.close();
      }
    }
  }

  @Override
  public boolean exclusive() {
    return true;
  }

  @Override
  public <T> T write(Function<? super WriteTransaction, ? extends T> work) {
    if (writing.isHeldByCurrentThread()) {
      throw new IllegalStateException("a transaction must not start another one");
    }
    writing.lock();
    try {
      if (closed) {
        throw new StoreException(Kind.UNAVAILABLE, file.path() + " is closed.", null);
      }
      return writer.transact(
          "BEGIN IMMEDIATE", session -> work.apply(new SqliteTransaction(session)));
    } finally {
      writing.unlock();
    }
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, ? extends T> work) {
    return readers.transact(session -> work.apply(new Reading(session)));
  }

  /** There is no other server. */
  @Override
  public void listen(Consumer<Signal> listener) {
    if (!listened.compareAndSet(false, true)) {
      throw new IllegalStateException("somebody listens already");
    }
  }

  @Override
  public String describe() {
    return "SQLite " + file.path() + (file.durable() ? "" : " (ephemeral)");
  }

  /** Waits for transactions under way; the last connection brings all into the one file. */
  @Override
  public void close() {
    writing.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      readers.close();
      writer.close();
      owner.close();
      file.discardIfTemporary();
    } finally {
      writing.unlock();
    }
  }
}
