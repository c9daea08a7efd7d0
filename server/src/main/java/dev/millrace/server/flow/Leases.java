package dev.millrace.server.flow;

import dev.millrace.server.flow.TaskState.Delivery;
import dev.millrace.server.flow.TaskState.Times;
import org.jspecify.annotations.Nullable;

/**
 * Handing tasks out and taking them back. Needs the task alone, so that a store may claim many
 * without reading their workflows.
 */
public final class Leases {

  /**
   * How long a server may not be heard of that works on a task itself. It says so every third of
   * that; when it is gone, another one does the task again soon.
   */
  public static final int OWN_SECONDS = 30;

  private Leases() {}

  /**
   * The task in the hands of a worker, or null if it is not to be had. The lease's token is its
   * number of polls.
   */
  public static @Nullable TaskState claim(TaskState task, String workerId, long now) {
    if (task.status() != TaskStatus.SCHEDULED || task.delivery().availableAt() > now) {
      return null;
    }
    var times = task.times();
    var delivery = task.delivery();
    var claimed =
        task.withStatus(TaskStatus.IN_PROGRESS)
            .withTimes(
                new Times(
                    times.scheduled(),
                    times.started() == 0 ? now : times.started(),
                    0,
                    now,
                    times.firstStarted() == 0 ? now : times.firstStarted()))
            .withDelivery(
                new Delivery(
                    delivery.domain(),
                    workerId,
                    delivery.polls() + 1,
                    delivery.startDelaySeconds(),
                    0,
                    delivery.availableAt()));
    return claimed.withDueAt(Deadlines.leased(claimed));
  }

  /** The task back in its queue, to be handed out from {@code at} on. */
  static TaskState requeued(TaskState task, long afterSeconds, long now) {
    var delivery = task.delivery();
    return task.withStatus(TaskStatus.SCHEDULED)
        .touched(now)
        .withDelivery(
            new Delivery(
                delivery.domain(),
                delivery.workerId(),
                delivery.polls(),
                delivery.startDelaySeconds(),
                afterSeconds,
                now + 1000 * afterSeconds));
  }

  /** Whether a report comes from somebody who lost the task. */
  static boolean stale(TaskState task, @Nullable Integer lease) {
    return lease != null && lease != task.delivery().polls();
  }
}
