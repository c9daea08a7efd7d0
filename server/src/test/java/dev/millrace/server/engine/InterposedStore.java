package dev.millrace.server.engine;

import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.Signal;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.WriteTransaction;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store in which a test can happen in the middle of a transaction. Does not close the other. */
final class InterposedStore implements Store {

  private final Store store;
  private final AtomicReference<@Nullable Runnable> before = new AtomicReference<>();
  private final AtomicReference<@Nullable Runnable> after = new AtomicReference<>();

  /** Takes a transaction back, from within. */
  private static final class Conflict extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  InterposedStore(Store store) {
    this.store = store;
  }

  /** Runs this when the next transaction has begun, before its work. */
  void beforeNextWork(Runnable action) {
    before.set(action);
  }

  /** Runs this when the work of the next transaction is done, before its commit. */
  void beforeNextCommit(Runnable action) {
    after.set(action);
  }

  /** As {@link #beforeNextCommit}; then the transaction is taken back and run again. */
  void beforeNextConflict(Runnable action) {
    after.set(() -> {
      action.run();
      throw new Conflict();
    });
  }

  @Override
  public <T> T write(Function<? super WriteTransaction, ? extends T> work) {
    var first = before.getAndSet(null);
    var last = after.getAndSet(null);
    try {
      return store.<T>write(tx -> {
        run(first);
        T result = work.apply(tx);
        run(last);
        return result;
      });
    } catch (Conflict e) {
      return store.<T>write(work);
    }
  }

  private static void run(@Nullable Runnable action) {
    if (action != null) {
      action.run();
    }
  }

  @Override
  public boolean exclusive() {
    return store.exclusive();
  }

  @Override
  public <T> T read(Function<? super ReadTransaction, ? extends T> work) {
    return store.<T>read(work);
  }

  @Override
  public void listen(Consumer<Signal> listener) {
    store.listen(listener);
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public void close() {}
}
