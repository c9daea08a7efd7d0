package dev.millrace.server.engine;

import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Leases;
import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.flow.TaskStatus;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Works on the tasks that are the server's own. For each type one poll waits at the mill, for as
 * many tasks as may still run. Their leases are short and renewed while they run, so that another
 * server soon does what a dead one has begun.
 */
final class OwnTasks {

  private static final int AT_ONCE = 200;
  private static final int RENEWAL_SECONDS = Leases.OWN_SECONDS / 3;
  private static final String WORKER = "millrace-server";

  /** A server has no more at once than this; what it left behind is no more either. */
  private static final int MOST_LEFT = 5_000;

  private final Desk desk;
  private final Map<String, OwnTask> byType;
  private final Phaser running = new Phaser(1);
  private final Set<Lease> begun = ConcurrentHashMap.newKeySet();

  /** Nothing is begun any more. */
  private volatile boolean closed;

  /** And nothing of what was begun is waited for. */
  private volatile boolean ended;

  /** What this server may say something of. */
  private record Lease(TaskId id, int polls) {
    static Lease of(Claimed claimed) {
      var id = Objects.requireNonNull(TaskId.parse(claimed.task().id()));
      return new Lease(id, claimed.task().delivery().polls());
    }
  }

  OwnTasks(Desk desk, Map<String, OwnTask> byType) {
    this.desk = desk;
    this.byType = Map.copyOf(byType);
  }

  /**
   * Begins to work.
   *
   * @param alone whether nobody else works on this store: then what is under way was begun by a
   *     server that is gone, and is begun again. Elsewhere leases tell.
   */
  void start(boolean alone) {
    if (alone && !byType.isEmpty()) {
      // Before the first poll: what that brings is ours.
      var _ =
          desk.reader().read(this::left).thenAccept(this::giveBack).whenComplete((_, _) -> poll());
    } else {
      poll();
    }
  }

  private void poll() {
    byType.forEach((type, task) -> new Lane(type, task).poll());
    if (!byType.isEmpty()) {
      renewLater();
    }
  }

  private void renewLater() {
    CompletableFuture.delayedExecutor(RENEWAL_SECONDS, TimeUnit.SECONDS)
        .execute(() -> {
          if (!ended) {
            var _ = renew().whenComplete((_, _) -> renewLater());
          }
        });
  }

  /** Says of all that runs that it does. */
  CompletableFuture<Void> renew() {
    var still = TaskReport.of(TaskReport.Status.IN_PROGRESS, Map.of()).withExtendLease();
    return CompletableFuture.allOf(
        begun.stream().map(lease -> tell(lease, still)).toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Command.Acted> tell(Lease lease, TaskReport report) {
    var said = report.withWorker(WORKER).withLease(lease.polls());
    return desk.act(lease.id().workflow(), new Event.TaskUpdated(lease.id().toString(), said));
  }

  private List<Claimed> left(Reader.View view) {
    var query = TaskQuery.of(byType.keySet(), Set.of(TaskStatus.IN_PROGRESS.name()), 0, MOST_LEFT);
    return view.tx().tasks(query).rows().stream()
        .map(row -> Claimed.of(view.stored(row)))
        .filter(claimed -> WORKER.equals(claimed.task().delivery().workerId()))
        .toList();
  }

  private void giveBack(List<Claimed> left) {
    for (var each : left) {
      var lease = Lease.of(each);
      var event = new Event.Returned(lease.id().toString(), lease.polls());
      var _ = desk.act(lease.id().workflow(), event);
    }
  }

  /** Waits for what runs, for a bounded time; what still runs then is done again later. */
  void close(Duration timeout) {
    closed = true;
    await(timeout);
    ended = true;
    byType.values().forEach(OwnTask::close);
  }

  private void await(Duration timeout) {
    int phase = running.arrive();
    try {
      int _ = running.awaitAdvanceInterruptibly(phase, timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // The next start finds them, or their leases run out.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The tasks of one type. */
  private final class Lane {
    private final String type;
    private final OwnTask task;
    private final AtomicInteger free = new AtomicInteger(AT_ONCE);
    private final AtomicInteger polls = new AtomicInteger();

    Lane(String type, OwnTask task) {
      this.type = type;
      this.task = task;
    }

    /** One poll at a time, while there is room. */
    void poll() {
      if (closed || desk.isClosed() || free.get() == 0 || !polls.compareAndSet(0, 1)) {
        return;
      }
      var ticket = new Ticket(new Poll(type, null, WORKER, free.get(), Long.MAX_VALUE));
      ticket.onAnswer(() -> desk.executor().execute(() -> take(ticket)));
      desk.mill().send(new Command.Poll(ticket));
    }

    private void take(Ticket ticket) {
      var claimed = Objects.requireNonNullElse(ticket.answered(), List.<Claimed>of());
      free.addAndGet(-claimed.size());
      polls.set(0);
      claimed.forEach(this::run);
      if (claimed.isEmpty()) {
        // The store failed: later.
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(this::poll);
      } else {
        poll();
      }
    }

    private void run(Claimed claimed) {
      int _ = running.register();
      var lease = Lease.of(claimed);
      begun.add(lease);
      var _ =
          task.run(claimed.task().data().input())
              .whenComplete((report, failure) -> report(lease, report, failure));
    }

    private void report(Lease lease, @Nullable TaskReport report, @Nullable Throwable failure) {
      var said =
          report != null
              ? report
              : TaskReport.of(TaskReport.Status.FAILED, Map.of())
                  .withReason(String.valueOf(failure));
      var _ =
          tell(lease, said)
              .whenComplete((_, _) -> {
                begun.remove(lease);
                free.incrementAndGet();
                int _ = running.arriveAndDeregister();
                poll();
              });
    }
  }
}
