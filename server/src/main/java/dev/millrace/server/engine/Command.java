package dev.millrace.server.engine;

import dev.millrace.server.ServiceException;
import dev.millrace.server.flow.Decision;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Reply;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.Timer;
import dev.millrace.server.store.WriteTransaction;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What goes through the mill. What has a future is answered once its batch is committed. */
sealed interface Command {

  /** Its batch will not happen. */
  void fail(Throwable reason);

  /**
   * Starts a workflow; the answer is its id, or the id of the one that has its key.
   *
   * @param watched whether somebody waits for what becomes of it
   */
  record Start(
      UUID id,
      Decision.Child what,
      @Nullable String createdBy,
      boolean watched,
      CompletableFuture<String> done)
      implements Command {
    @Override
    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }
  }

  /**
   * Something happens to a workflow.
   *
   * @param follow whether and for whom tasks are wanted with the answer
   */
  record Act(
      UUID workflow,
      Event event,
      @Nullable Follow follow,
      boolean watched,
      CompletableFuture<Acted> done)
      implements Command {
    @Override
    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }

    /** Each has a future of its own. The event would do as well, output and all, at its price. */
    @Override
    public int hashCode() {
      return System.identityHashCode(done);
    }
  }

  /** Tasks like the one that ended are wanted. */
  record Follow(TaskId after, String worker, int count) {}

  /** What became of it. */
  record Acted(Reply reply, List<Claimed> next) {}

  /** Restarts a workflow, with the latest version of its definition or with its own. */
  record Restart(UUID workflow, boolean latest, CompletableFuture<Acted> done) implements Command {
    @Override
    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }
  }

  /** Ends a workflow if it runs, and removes it; false if there is none. */
  record Remove(UUID workflow, CompletableFuture<Boolean> done) implements Command {
    @Override
    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }
  }

  /** Wants tasks. */
  record Poll(Ticket ticket) implements Command {
    @Override
    public void fail(Throwable reason) {
      if (ticket.reserve()) {
        ticket.fail(reason);
      }
    }
  }

  /** Something may have come into a queue; null for any of them. */
  record Look(@Nullable String queue) implements Command {
    @Override
    public void fail(Throwable reason) {}
  }

  /** There may be something to do that nobody asked for. */
  record Nudge() implements Command {
    @Override
    public void fail(Throwable reason) {}
  }

  /** A timer is due. */
  record Ring(Timer timer) implements Command {
    @Override
    public void fail(Throwable reason) {}
  }

  /** Anything else that is to be written. */
  record Write<T>(Function<WriteTransaction, T> work, CompletableFuture<T> done)
      implements Command {
    @Override
    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }
  }

  /** What is said to those who come while nothing is accepted. */
  static ServiceException closing() {
    return new ServiceException(
        ServiceException.Code.UNAVAILABLE, "The server is closing; ask another one or try later");
  }
}
