package dev.millrace.plan;

import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time of one request: when it began, when it must be answered, when each node must have ended,
 * and the one timer that wakes it for that. Used by the request's thread alone.
 */
final class RequestClock {

  static final long NEVER = Long.MAX_VALUE;

  /** Of all requests that nobody times. It never changes, because it has nothing to wait for. */
  private static final RequestClock UNUSED = new RequestClock(() -> 0, null, null);

  private final LongSupplier nanoTime;
  private final @Nullable Duration deadline;
  private final @Nullable Duration nodeTimeout;
  private final long startNanos;

  /** On the scale of {@link #sinceStart}. */
  private final long deadlineNanos;

  /** No node that is under way is due before this. */
  private long firstNodeDue = NEVER;

  private @Nullable Resumer alarm;
  private long alarmAt = NEVER;

  private RequestClock(
      LongSupplier nanoTime, @Nullable Duration deadline, @Nullable Duration nodeTimeout) {
    this.nanoTime = nanoTime;
    this.deadline = deadline;
    this.nodeTimeout = nodeTimeout;
    this.startNanos = nanoTime.getAsLong();
    this.deadlineNanos = deadline == null ? NEVER : nanos(deadline);
  }

  /** For a request that begins now. */
  static RequestClock of(LongSupplier nanoTime, PlanRequest request) {
    boolean isUsed = request.deadline() != null || request.nodeTimeout() != null;
    return isUsed || request.traced()
        ? new RequestClock(nanoTime, request.deadline(), request.nodeTimeout())
        : UNUSED;
  }

  /** Not more than half of {@link #NEVER}, so that it can be added to a time. */
  static long nanos(Duration duration) {
    try {
      return Math.min(duration.toNanos(), NEVER >> 1);
    } catch (ArithmeticException e) {
      return duration.isNegative() ? 0 : NEVER >> 1;
    }
  }

  long sinceStart() {
    return nanoTime.getAsLong() - startNanos;
  }

  /** Whether there is anything that could be late. */
  boolean isBounded() {
    return deadline != null || nodeTimeout != null;
  }

  boolean isDeadlinePast() {
    return deadline != null && sinceStart() >= deadlineNanos;
  }

  /** When a node that starts now must have ended. */
  long nodeDue() {
    if (nodeTimeout == null) {
      return NEVER;
    }
    long due = Math.addExact(sinceStart(), nanos(nodeTimeout));
    firstNodeDue = Math.min(firstNodeDue, due);
    return due;
  }

  boolean isPast(long due) {
    return due != NEVER && sinceStart() >= due;
  }

  boolean mayHaveLateNode() {
    return isPast(firstNodeDue);
  }

  /** No node that is under way is due before {@code due}. */
  void nextNodeDue(long due) {
    firstNodeDue = due;
  }

  /** Sees to it that the task is woken when it, or a node of it, becomes late. */
  void arm(TaskContext context) {
    long at = Math.min(deadlineNanos, firstNodeDue);
    boolean isSet = at == alarmAt && alarm != null && !alarm.isResumed();
    if (at == NEVER || isSet) {
      return;
    }
    disarm();
    Resumer timer = context.newTimer(Duration.ofNanos(Math.max(1, at - sinceStart())));
    timer.onResume(context.signal(0)::raise);
    alarm = timer;
    alarmAt = at;
  }

  void disarm() {
    if (alarm != null) {
      alarm.resume();
      alarm = null;
    }
  }

  String deadlineText(List<String> underWay) {
    String waited = underWay.isEmpty() ? "" : "; still running: " + String.join(", ", underWay);
    // Not formatted: of a thousand that are late together, each waits for the texts of others.
    return "Request deadline exceeded: no answer within " + text(deadline) + waited;
  }

  String nodeTimeoutText() {
    return "Node execution timeout: took longer than " + text(nodeTimeout);
  }

  private static String text(@Nullable Duration duration) {
    return duration == null ? "any time" : duration.toNanos() / 1e6 + " ms";
  }
}
