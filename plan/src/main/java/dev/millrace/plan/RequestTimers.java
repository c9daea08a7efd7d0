package dev.millrace.plan;

import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of one request do later. The request runs it in its steps, and has one timer of
 * the scheduler for all of it: eight branches that sleep as long as each other wake it once.
 *
 * <p>Anybody may add; the rest is used by the request's thread alone.
 */
final class RequestTimers {

  private static final VarHandle ADDED;

  static {
    try {
      ADDED = MethodHandles.lookup().findVarHandle(RequestTimers.class, "added", Entry.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What a node does at a time of the scheduler's clock. */
  private static final class Entry implements Comparable<Entry> {
    final NodeRun run;
    final long dueNanos;
    final Runnable action;

    /** The one that was added before it. */
    @Nullable Entry next;

    Entry(NodeRun run, long dueNanos, Runnable action) {
      this.run = run;
      this.dueNanos = dueNanos;
      this.action = action;
    }

    @Override
    public int compareTo(Entry other) {
      return Long.signum(dueNanos - other.dueNanos);
    }
  }

  /** Since the last look, the latest first. */
  private volatile @Nullable Entry added;

  /** Null until there is one: most requests have none. */
  private @Nullable Queue<Entry> waiting;

  private @Nullable Resumer alarm;
  private long alarmNanos;

  /** From any thread. The request must look at it before it waits. */
  void add(NodeRun run, long dueNanos, Runnable action) {
    Entry entry = new Entry(run, dueNanos, action);
    do {
      entry.next = added;
    } while (!ADDED.compareAndSet(this, entry.next, entry));
  }

  boolean isEmpty() {
    return added == null && (waiting == null || waiting.isEmpty());
  }

  /** All that wait, with those that were added. */
  private Queue<Entry> all() {
    Queue<Entry> all = waiting == null ? new PriorityQueue<>() : waiting;
    if (added != null) {
      Entry latest = (Entry) ADDED.getAndSet(this, null);
      for (Entry entry = latest; entry != null; entry = entry.next) {
        all.add(entry);
      }
    }
    waiting = all;
    return all;
  }

  /** Does what is due. */
  void runDue(TaskContext context) {
    Queue<Entry> all = all();
    long now = context.nanoTime();
    for (Entry first = all.peek(); first != null && first.dueNanos - now <= 0; first = all.peek()) {
      Entry due = all.remove();
      due.run.later(due.action);
    }
  }

  /** Sees to it that the task is woken when the next is due. */
  void arm(TaskContext context) {
    if (isEmpty()) {
      return;
    }
    Entry first = all().element();
    if (alarm != null && !alarm.isResumed() && alarmNanos == first.dueNanos) {
      return;
    }
    disarm();
    alarmNanos = first.dueNanos;
    alarm = context.newTimer(Duration.ofNanos(Math.max(0, alarmNanos - context.nanoTime())));
    alarm.onResume(context.signal(0)::raise);
  }

  void disarm() {
    if (alarm != null) {
      alarm.resume();
      alarm = null;
    }
  }
}
