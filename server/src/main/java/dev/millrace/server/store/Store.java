package dev.millrace.server.store;

import java.util.function.Consumer;
import java.util.function.Function;

/** Durable memory of the server. Thread-safe. All methods block their thread. */
public interface Store extends AutoCloseable {

  /** No time. */
  long NEVER = Long.MAX_VALUE;

  /** Whether nobody else writes while it is open: what was read or written stays true. */
  boolean exclusive();

  /**
   * Runs a transaction; when this returns, what it did is on disk. Where others write too, it may
   * be run again from the start after a conflict, so it must not do anything that counts besides.
   *
   * @throws StoreException if it did not happen, or may not have happened
   */
  <T> T write(Function<? super WriteTransaction, ? extends T> work);

  /** Runs with a view that does not change meanwhile; does not wait for writers. */
  <T> T read(Function<? super ReadTransaction, ? extends T> work);

  /** Calls back for every signal of another server, from a thread of the store's. Set once. */
  void listen(Consumer<Signal> listener);

  /** What it is and where, for people; no passwords. */
  String describe();

  @Override
  void close();
}
