package dev.millrace.pipeline;

import static java.util.Objects.requireNonNull;

import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import org.jspecify.annotations.Nullable;

/**
 * What an operator answers to one call. Who may answer what:
 *
 * <pre>
 *               source   pipe   drain   sink
 *   HasMore       x       x       x             a batch, and call me again before anybody above me
 *   Even                  x                     a batch for the batch I got; ready for the next
 *   NeedsMore             x               x     nothing to hand on; ready for the next
 *   Finished      x       x       x       x     not again; with a last batch, except from a sink
 *   Blocked       x       x       x       x     call me, without input, once the resumer is resumed
 *   Yield         x       x       x       x     call me, without input, where long work does no harm
 *   YieldBack     x       x       x       x     the only answer to that call: the long work is done
 * </pre>
 *
 * <p>A pipe that answers Finished takes no further input, on any lane and from any channel of the
 * physical pipeline. Everything above it ends at the next step of each lane: sources are not called
 * again, pending output above it is dropped, drains up to and including its own are skipped.
 * Everything below goes on: what lanes hold at or below the pipe is still handed down, and later
 * pipes are drained, so that they can flush. Lanes that wait above it are woken for this; a lane
 * that waits inside the finished pipe itself is that operator's to resume.
 *
 * <p>A sink that answers Finished ends the physical pipeline, and the levels after it, as finished:
 * all lanes at their next step, waiting ones too, without any drain.
 */
public sealed interface OpOutput<B> {

  record HasMore<B>(B batch) implements OpOutput<B> {
    public HasMore {
      requireNonNull(batch, "batch is null");
    }
  }

  record Even<B>(B batch) implements OpOutput<B> {
    public Even {
      requireNonNull(batch, "batch is null");
    }
  }

  record NeedsMore<B>() implements OpOutput<B> {
    private static final NeedsMore<?> INSTANCE = new NeedsMore<>();
  }

  record Finished<B>(@Nullable B batch) implements OpOutput<B> {
    private static final Finished<?> EMPTY = new Finished<>(null);
  }

  /** Waiting for whoever holds {@code resumer}; {@code reason} is shown in counters. */
  record Blocked<B>(Resumer resumer, BlockReason reason) implements OpOutput<B> {
    public Blocked {
      requireNonNull(resumer, "resumer is null");
      requireNonNull(reason, "reason is null");
    }
  }

  record Yield<B>() implements OpOutput<B> {
    private static final Yield<?> INSTANCE = new Yield<>();
  }

  record YieldBack<B>() implements OpOutput<B> {
    private static final YieldBack<?> INSTANCE = new YieldBack<>();
  }

  static <B> OpOutput<B> hasMore(B batch) {
    return new HasMore<>(batch);
  }

  static <B> OpOutput<B> even(B batch) {
    return new Even<>(batch);
  }

  static <B> OpOutput<B> finished(B lastBatch) {
    return new Finished<>(requireNonNull(lastBatch, "lastBatch is null"));
  }

  static <B> OpOutput<B> blocked(Resumer resumer, BlockReason reason) {
    return new Blocked<>(resumer, reason);
  }

  // The answers that carry nothing are shared: no field of theirs has the type B.

  @SuppressWarnings("unchecked")
  static <B> OpOutput<B> needsMore() {
    return (OpOutput<B>) NeedsMore.INSTANCE;
  }

  @SuppressWarnings("unchecked")
  static <B> OpOutput<B> finished() {
    return (OpOutput<B>) Finished.EMPTY;
  }

  @SuppressWarnings("unchecked")
  static <B> OpOutput<B> yielding() {
    return (OpOutput<B>) Yield.INSTANCE;
  }

  @SuppressWarnings("unchecked")
  static <B> OpOutput<B> yieldBack() {
    return (OpOutput<B>) YieldBack.INSTANCE;
  }
}
