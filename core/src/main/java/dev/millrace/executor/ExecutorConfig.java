package dev.millrace.executor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How an executor is built.
 *
 * @param name shown in thread names and diagnostics
 * @param workers how many threads run tasks, 1 to 56
 * @param capacity how many tasks may be alive at once, at least 2,048 a worker; more are rejected.
 *     A few in a hundred may be held in reserve by workers and submitting threads. Plain runnables
 *     that wait are counted apart: about as many from outside, and as many from the workers
 * @param stepBudget how many steps in a row a task may answer Continue before others get a turn
 * @param sliceBudget how long a task may answer Continue before others get a turn
 * @param spin how long a worker that has run dry looks for work before it sleeps, if work has been
 *     coming back soon
 * @param closeTimeout how long {@code close} waits for tasks to end, and then for cancelled ones to
 */
public record ExecutorConfig(
    String name,
    int workers,
    int capacity,
    int stepBudget,
    Duration sliceBudget,
    Duration spin,
    Duration closeTimeout) {

  public ExecutorConfig {
    requireNonNull(name, "name is null");
    requireRange("workers", workers, 1, IdleWorkers.MAX_WORKERS);
    int leaf = BitTree.FAN * SignalWord.SLOTS;
    requireRange("capacity", capacity, workers * leaf, 1 << 26);
    requireRange("stepBudget", stepBudget, 1, 1 << 20);
    requirePositive("sliceBudget", sliceBudget);
    if (requireNonNull(spin, "spin is null").isNegative()) {
      throw new IllegalArgumentException("spin is " + spin + ", must not be negative");
    }
    requirePositive("closeTimeout", closeTimeout);
  }

  /** A worker for each processor, room for eight million tasks. */
  public static ExecutorConfig defaults() {
    int workers =
        Math.clamp(Runtime.getRuntime().availableProcessors(), 1, IdleWorkers.MAX_WORKERS);
    return new ExecutorConfig(
        "millrace",
        workers,
        1 << 23,
        1024,
        Duration.ofNanos(100_000),
        Duration.ofNanos(20_000),
        Duration.ofSeconds(30));
  }

  public ExecutorConfig withName(String newName) {
    return new ExecutorConfig(
        newName, workers, capacity, stepBudget, sliceBudget, spin, closeTimeout);
  }

  public ExecutorConfig withWorkers(int newWorkers) {
    return new ExecutorConfig(
        name, newWorkers, capacity, stepBudget, sliceBudget, spin, closeTimeout);
  }

  public ExecutorConfig withCapacity(int newCapacity) {
    return new ExecutorConfig(
        name, workers, newCapacity, stepBudget, sliceBudget, spin, closeTimeout);
  }

  public ExecutorConfig withStepBudget(int newStepBudget) {
    return new ExecutorConfig(
        name, workers, capacity, newStepBudget, sliceBudget, spin, closeTimeout);
  }

  public ExecutorConfig withSliceBudget(Duration newSliceBudget) {
    return new ExecutorConfig(
        name, workers, capacity, stepBudget, newSliceBudget, spin, closeTimeout);
  }

  public ExecutorConfig withSpin(Duration newSpin) {
    return new ExecutorConfig(
        name, workers, capacity, stepBudget, sliceBudget, newSpin, closeTimeout);
  }

  public ExecutorConfig withCloseTimeout(Duration newCloseTimeout) {
    return new ExecutorConfig(
        name, workers, capacity, stepBudget, sliceBudget, spin, newCloseTimeout);
  }

  private static void requireRange(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + ", must be from " + least + " to " + most);
    }
  }

  private static void requirePositive(String what, Duration value) {
    if (!requireNonNull(value, what + " is null").isPositive()) {
      throw new IllegalArgumentException(what + " is " + value + ", must be positive");
    }
  }
}
