package dev.millrace.executor;

import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one executor, in the first leaf of each worker's partition:
 *
 * <ul>
 *   <li>one for each worker, to which it alone offers,
 *   <li>nearly as many for threads from outside, each of which starts at the one that its id names,
 *   <li>one for threads that run a task of ours beside the workers: it stays open while the others
 *       are closed, because what a task begins is part of what has to be done,
 *   <li>one, or half as many as for threads from outside, for the tasks that those wake: never
 *       closed, and nothing in them is counted as submitted.
 * </ul>
 *
 * Thread-safe.
 */
final class RunLanes {

  private static final int OF_WORKER = 0;
  private static final int FROM_OUTSIDE = 1;
  private static final int FROM_BESIDE = 2;
  private static final int FROM_WAKERS = 3;

  private final OwnLane[] ofWorkers;
  private final OutsideLane[] fromOutside;
  private final OutsideLane fromBeside;
  private final OutsideLane[] fromWakers;

  /** If there is but one: to choose it would take a waker as long as the rest. */
  private final @Nullable OutsideLane onlyFromWakers;

  /** Full from {@code capacity} on, by workers and by threads from outside. */
  RunLanes(int workers, int capacity, BitTree active) {
    ofWorkers = new OwnLane[workers];
    Arrays.setAll(
        ofWorkers, i -> new OwnLane(markOf(active, i, OF_WORKER), capacity / ofWorkers.length));
    fromOutside = new OutsideLane[Integer.highestOneBit(workers)];
    Arrays.setAll(
        fromOutside,
        i -> new OutsideLane(markOf(active, i, FROM_OUTSIDE), capacity / fromOutside.length));
    fromBeside = new OutsideLane(markOf(active, 0, FROM_BESIDE), capacity);
    fromWakers = new OutsideLane[Math.max(1, fromOutside.length / 2)];
    Arrays.setAll(fromWakers, i -> new OutsideLane(markOf(active, i, FROM_WAKERS), capacity));
    onlyFromWakers = fromWakers.length == 1 ? fromWakers[0] : null;
    active.cover(workers * BitTree.FAN - 1);
  }

  private static BitTree.Mark markOf(BitTree active, int worker, int kind) {
    return active.markOf(worker * BitTree.FAN + kind);
  }

  OwnLane ofWorker(int worker) {
    return ofWorkers[worker];
  }

  /** Where a thread from outside has put it; null if all are full, or closed. */
  @Nullable RunLane offerFromOutside(Runnable runnable) {
    int own = (int) Thread.currentThread().threadId();
    for (int i = 0; i < fromOutside.length; i++) {
      OutsideLane lane = fromOutside[(own + i) & (fromOutside.length - 1)];
      if (lane.offer(runnable)) {
        return lane;
      }
    }
    return null;
  }

  /** Where a thread from outside has put a task that is to be woken; null if that is full. */
  @Nullable RunLane offerWake(TaskInstance task) {
    OutsideLane lane = onlyFromWakers;
    if (lane == null) {
      int own = (int) Thread.currentThread().threadId();
      lane = fromWakers[own & (fromWakers.length - 1)];
    }
    return lane.offer(task) ? lane : null;
  }

  /** Whether there are wakes in it, and no runnables. */
  boolean isFromWakers(RunLane lane) {
    return lane.index() % BitTree.FAN == FROM_WAKERS;
  }

  /** As {@link #offerFromOutside}, by a thread that runs a task of ours. */
  @Nullable RunLane offerFromBeside(Runnable runnable) {
    return fromBeside.offer(runnable) ? fromBeside : null;
  }

  /** Whether it is one of ours that has this position in the summary tree. */
  boolean isLane(int position) {
    return position < ofWorkers.length * BitTree.FAN;
  }

  RunLane at(int position) {
    int worker = position / BitTree.FAN;
    return switch (position % BitTree.FAN) {
      case OF_WORKER -> ofWorkers[worker];
      case FROM_OUTSIDE -> fromOutside[worker];
      case FROM_BESIDE -> fromBeside;
      case FROM_WAKERS -> fromWakers[worker];
      default -> throw new AssertionError("no lane at " + position);
    };
  }

  /** Nothing more from outside after this. */
  void closeToOutside() {
    for (OutsideLane lane : fromOutside) {
      lane.close();
    }
  }

  /** How many were ever accepted, but for what workers have offered to their own. */
  long accepted() {
    long sum = fromBeside.offered();
    for (OutsideLane lane : fromOutside) {
      sum += lane.offered();
    }
    return sum;
  }

  List<RunLane> all() {
    List<RunLane> all = new ArrayList<>(List.of(ofWorkers));
    all.addAll(List.of(fromOutside));
    all.add(fromBeside);
    all.addAll(List.of(fromWakers));
    return all;
  }
}
