package dev.millrace.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the choices: from the seed, or from a trace as far as that reaches. The random numbers are
 * drawn in both cases, so that a run that outlives its trace goes on as the traced one did.
 *
 * <p>Not thread-safe.
 */
final class Choices {

  private final long seed;
  private final List<Choice> script;
  private final int traceLimit;

  /** SplitMix64, spelled out so that a seed means the same on every JDK. */
  private long state;

  private long made;
  private final List<Choice> trace = new ArrayList<>();

  Choices(long seed, List<Choice> script, int traceLimit) {
    this.seed = seed;
    this.script = script;
    this.traceLimit = traceLimit;
    this.state = seed;
  }

  /** A number from 0 to {@code bound - 1}. */
  int next(Choice.Point point, int bound) {
    if (bound == 1) {
      return 0;
    }
    int value = (int) (((random() >>> 32) * bound) >>> 32);
    if (made < script.size()) {
      value = scripted(script.get((int) made), point, bound);
    }
    if (made < traceLimit) {
      trace.add(new Choice(point, bound, value));
    }
    made++;
    return value;
  }

  Trace trace() {
    return new Trace(seed, trace, made <= traceLimit);
  }

  private int scripted(Choice traced, Choice.Point point, int bound) {
    if (traced.point() != point || traced.bound() != bound) {
      throw new IllegalStateException(
          String.format(
              "choice %d is %s of %d here and %s of %d in the trace: not the same program",
              made, point, bound, traced.point(), traced.bound()));
    }
    return traced.value();
  }

  private long random() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
