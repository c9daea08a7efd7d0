package dev.millrace.worker;

import dev.millrace.client.ClientException;
import dev.millrace.client.EventLoop;
import dev.millrace.client.TaskChannel;
import dev.millrace.client.TaskChannel.Reply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows all tasks that a host holds and extends their leases in time, with one timer for all.
 * Extensions go to {@code POST tasks}, whose answers carry no tasks. Confined to the event loop.
 */
final class LeaseKeeper {

  private static final Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  private final TaskChannel channel;
  private final String workerId;
  private final Consumer<TaskChannel.Notices> notices;

  private final Map<String, HeldTask> held = new HashMap<>();
  private EventLoop.@Nullable Timer timer;
  private long timerAt = Long.MAX_VALUE;
  private boolean closed;

  LeaseKeeper(TaskChannel channel, String workerId, Consumer<TaskChannel.Notices> notices) {
    this.channel = channel;
    this.workerId = workerId;
    this.notices = notices;
  }

  /**
   * Keeps a task from now on. False if it is kept already, with this lease: then it was handed out
   * twice. A task that comes back with a newer lease was lost before.
   */
  boolean hold(HeldTask task) {
    String id = task.task().taskId();
    HeldTask before = held.get(id);
    if (before != null && before.task().pollCount() == task.task().pollCount()) {
      return false;
    }
    held.put(id, task);
    if (before != null) {
      before.runner().cancel(before, CancelReason.LEASE_LOST);
    }
    plan(task.extendAt());
    return true;
  }

  void release(HeldTask task) {
    boolean _ = held.remove(task.task().taskId(), task);
  }

  boolean isHeld(HeldTask task) {
    return held.get(task.task().taskId()) == task;
  }

  /** The server says that a task ended. */
  void revoke(String taskId) {
    HeldTask task = held.get(taskId);
    if (task != null) {
      task.runner().cancel(task, CancelReason.ENDED_ELSEWHERE);
    }
  }

  /** Interrupts whatever runs. */
  void cancelAll(CancelReason reason) {
    List.copyOf(held.values()).forEach(task -> task.runner().cancel(task, reason));
  }

  /** Lets go of everything and extends nothing any more; answers what was still held. */
  List<HeldTask> close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
    List<HeldTask> left = List.copyOf(held.values());
    held.clear();
    return left;
  }

  private void plan(long at) {
    if (closed || at == Long.MAX_VALUE || (timer != null && timerAt - at <= 0)) {
      return;
    }
    if (timer != null) {
      timer.cancel();
    }
    EventLoop loop = channel.loop();
    timerAt = at;
    timer = loop.after(Duration.ofNanos(Math.max(0, at - loop.nanoTime())), this::tick);
  }

  private void tick() {
    timer = null;
    long now = channel.loop().nanoTime();
    List.copyOf(held.values()).stream()
        .filter(task -> task.extendAt() != Long.MAX_VALUE && task.extendAt() - now <= 0)
        .forEach(this::extend);
    held.values().forEach(task -> plan(task.extendAt()));
  }

  private void extend(HeldTask task) {
    long sentAt = channel.loop().nanoTime();
    task.markExtending();
    var update =
        new TaskChannel.Update(
            channel.encode(task.extension(workerId)),
            task.task().pollCount(),
            TaskChannel.Mode.PLAIN,
            0,
            false);
    channel.update(update, reply -> extended(task, sentAt, reply));
  }

  private void extended(HeldTask task, long sentAt, Reply reply) {
    notices.accept(reply.notices());
    if (!isHeld(task)) {
      return;
    }
    switch (reply) {
      case Reply.Tasks taken when !taken.notices().accepted() ->
          task.runner().cancel(task, CancelReason.LEASE_LOST);
      case Reply.Tasks _ -> {
        task.markExtended(sentAt);
        task.runner().tally().leaseExtensions.increment();
      }
      case Reply.Failed(ClientException error, _) when error.status() == 404 ->
          task.runner().cancel(task, CancelReason.ENDED_ELSEWHERE);
      case Reply.Failed(ClientException error, _) -> failed(task, error);
    }
    plan(task.extendAt());
  }

  private void failed(HeldTask task, ClientException error) {
    task.runner().tally().leaseExtensionsFailed.increment();
    if (task.markNotExtended(channel.loop().nanoTime())) {
      LOG.log(
          Level.WARNING,
          "The lease of {0} could not be extended; its work may be given to another: {1}",
          task,
          error.getMessage());
    }
  }
}
