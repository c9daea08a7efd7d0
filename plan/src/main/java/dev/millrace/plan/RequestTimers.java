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

    /** The one that was added before it; in the chain, the one that is due after it. */
    @Nullable Entry next;

    Entry(NodeRun run, long dueNanos, Runnable action) {
      this.run = run;
      this.dueNanos = dueNanos;
      this.action = action;
    }

    boolean isDueBefore(Entry other) {
      return dueNanos - other.dueNanos < 0;
    }

    @Override
    public int compareTo(Entry other) {
      return Long.signum(dueNanos - other.dueNanos);
    }
  }

  /** From other threads, since the last look, the latest first. */
  private volatile @Nullable Entry added;

  /** Those that came in the order of their times, as most do: a chain. */
  private @Nullable Entry first;

  private @Nullable Entry last;

  /** Those that did not; null until there is one. */
  private @Nullable Queue<Entry> others;

  private @Nullable Resumer alarm;
  private long alarmNanos;

  /** The request must look at it before it waits. */
  void add(NodeRun run, long dueNanos, Runnable action) {
    enter(new Entry(run, dueNanos, action));
  }

  /** The same from any thread. */
  void addFromOutside(NodeRun run, long dueNanos, Runnable action) {
    Entry entry = new Entry(run, dueNanos, action);
    do {
      entry.next = added;
    } while (!ADDED.compareAndSet(this, entry.next, entry));
  }

  boolean isEmpty() {
    return added == null && first == null && (others == null || others.isEmpty());
  }

  private void enter(Entry entry) {
    if (last == null) {
      first = entry;
      last = entry;
    } else if (entry.isDueBefore(last)) {
      others = others == null ? new PriorityQueue<>() : others;
      others.add(entry);
    } else {
      last.next = entry;
      last = entry;
    }
  }

  /** The one that is due first; null if there is none. */
  private @Nullable Entry peek() {
    if (added != null) {
      Entry entry = (Entry) ADDED.getAndSet(this, null);
      while (entry != null) {
        Entry before = entry.next;
        entry.next = null;
        enter(entry);
        entry = before;
      }
    }
    Entry other = others == null ? null : others.peek();
    return first == null || (other != null && other.isDueBefore(first)) ? other : first;
  }

  private void remove(Entry entry) {
    if (entry == first) {
      first = entry.next;
      last = first == null ? null : last;
    } else if (others != null) {
      others.remove(entry);
    }
  }

  /** Does what is due. */
  void runDue(TaskContext context) {
    long now = context.nanoTime();
    for (Entry due = peek(); due != null && due.dueNanos - now <= 0; due = peek()) {
      remove(due);
      due.run.later(due.action);
    }
  }

  /** Sees to it that the task is woken when the next is due. */
  void arm(TaskContext context) {
    Entry next = peek();
    if (next == null || (alarm != null && !alarm.isResumed() && alarmNanos == next.dueNanos)) {
      return;
    }
    disarm();
    alarmNanos = next.dueNanos;
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
