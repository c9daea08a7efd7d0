package dev.millrace.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call that is under way: wait for it, or hang something on its future.
 *
 * <p>Thread-safe. The call was sent already: an answer that nobody waits for changes nothing.
 */
public final class Answer<T extends @Nullable Object> {

  private final CompletableFuture<T> future;

  Answer(CompletableFuture<T> future) {
    this.future = future;
  }

  /**
   * Waits. Cheap on a virtual thread.
   *
   * @throws ClientException if the call failed
   */
  public T await() throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      // Thrown again here, so that the stack is the caller's.
      if (e.getCause() instanceof ClientException failure) {
        throw failure.thrownHere();
      }
      throw new IllegalStateException("A call failed in an unexpected way", e.getCause());
    }
  }

  /**
   * The answer as a future; it fails with {@link ClientException}. What hangs on it runs on virtual
   * threads.
   */
  public CompletableFuture<T> future() {
    return future.copy();
  }
}
