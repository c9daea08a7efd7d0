package dev.millrace.simulation;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * How a simulation behaves.
 *
 * @param seed decides every choice
 * @param maxSteps an instance is put back after a random number of steps, at most so many
 * @param turnTime how much virtual time passes whenever an instance had its turn; with zero, time
 *     stands still as long as anything can run
 * @param timerJitter every timer is late by a random part of this
 * @param outsideWait how long, in real time, to wait for other threads to resume something when
 *     nothing can run; with zero that is an error at once
 * @param maxTurns a run of more turns than this has gone astray
 * @param traceLimit how many choices are kept for {@link DeterministicScheduler#trace()}
 * @param script choices to be made before those that the seed decides
 */
public record SimulationConfig(
    long seed,
    int maxSteps,
    Duration turnTime,
    Duration timerJitter,
    Duration outsideWait,
    long maxTurns,
    int traceLimit,
    List<Choice> script) {

  private static final SimulationConfig DEFAULT =
      new SimulationConfig(
          0, 8, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1_000_000_000, 100_000, List.of());

  public SimulationConfig {
    requireNotNegative(turnTime, "turnTime");
    requireNotNegative(timerJitter, "timerJitter");
    requireNotNegative(outsideWait, "outsideWait");
    requireAtLeast(1, maxSteps, "maxSteps");
    requireAtLeast(1, maxTurns, "maxTurns");
    requireAtLeast(0, traceLimit, "traceLimit");
    script = List.copyOf(script);
  }

  /** Strict: time stands still while anything can run, and no other thread is waited for. */
  public static SimulationConfig ofSeed(long seed) {
    return DEFAULT.withSeed(seed);
  }

  public SimulationConfig withSeed(long newSeed) {
    return new SimulationConfig(
        newSeed, maxSteps, turnTime, timerJitter, outsideWait, maxTurns, traceLimit, script);
  }

  public SimulationConfig withMaxSteps(int newMaxSteps) {
    return new SimulationConfig(
        seed, newMaxSteps, turnTime, timerJitter, outsideWait, maxTurns, traceLimit, script);
  }

  public SimulationConfig withTurnTime(Duration newTurnTime) {
    return new SimulationConfig(
        seed, maxSteps, newTurnTime, timerJitter, outsideWait, maxTurns, traceLimit, script);
  }

  public SimulationConfig withTimerJitter(Duration newTimerJitter) {
    return new SimulationConfig(
        seed, maxSteps, turnTime, newTimerJitter, outsideWait, maxTurns, traceLimit, script);
  }

  public SimulationConfig withOutsideWait(Duration newOutsideWait) {
    return new SimulationConfig(
        seed, maxSteps, turnTime, timerJitter, newOutsideWait, maxTurns, traceLimit, script);
  }

  public SimulationConfig withMaxTurns(long newMaxTurns) {
    return new SimulationConfig(
        seed, maxSteps, turnTime, timerJitter, outsideWait, newMaxTurns, traceLimit, script);
  }

  public SimulationConfig withTraceLimit(int newTraceLimit) {
    return new SimulationConfig(
        seed, maxSteps, turnTime, timerJitter, outsideWait, maxTurns, newTraceLimit, script);
  }

  /** The same settings, but first makes the choices of {@code trace} again. */
  public SimulationConfig replaying(Trace trace) {
    return new SimulationConfig(
        trace.seed(),
        maxSteps,
        turnTime,
        timerJitter,
        outsideWait,
        maxTurns,
        traceLimit,
        trace.choices());
  }

  private static void requireNotNegative(Duration duration, String name) {
    requireNonNull(duration, () -> name + " is null");
    if (duration.isNegative()) {
      throw new IllegalArgumentException(name + " is " + duration + ", must not be negative");
    }
  }

  private static void requireAtLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", must be at least " + least);
    }
  }
}
