package dev.millrace.bench.executor;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * What came out of one workload.
 *
 * @param figures of those who came through
 * @param troubles of the others, what happened to them
 */
record WorkloadResult(
    String name, Goal goal, Map<Contender, Figures> figures, Map<Contender, String> troubles) {

  WorkloadResult {
    figures = Map.copyOf(figures);
    troubles = Map.copyOf(troubles);
  }

  Optional<Figures> ours() {
    return Optional.ofNullable(figures.get(Contender.MILLRACE));
  }

  Optional<Contender> best(Side side) {
    return best(side, Figures::median);
  }

  /** The rival of that side with the smallest figure. */
  Optional<Contender> best(Side side, ToDoubleFunction<Figures> figure) {
    return new EnumMap<>(figures)
        .entrySet().stream()
            .filter(entry -> entry.getKey().side() == side)
            .min(Comparator.comparingDouble(entry -> figure.applyAsDouble(entry.getValue())))
            .map(Map.Entry::getKey);
  }

  /** How many times as long as ours the best rival of that side takes. */
  OptionalDouble ratio(Side side) {
    return ratio(side, Figures::median);
  }

  OptionalDouble ratio(Side side, ToDoubleFunction<Figures> figure) {
    Optional<Figures> ours = ours();
    Optional<Figures> best = best(side, figure).map(figures::get);
    return ours.isEmpty() || best.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(figure.applyAsDouble(best.get()) / figure.applyAsDouble(ours.get()));
  }

  /** Whether single operations were timed, so that there are percentiles. */
  boolean hasTail() {
    return ours().map(Figures::hasTail).orElse(false);
  }

  /** By the median and, where single operations were timed, by the 99th percentile as well. */
  boolean reached(Side side) {
    return reached(side, Figures::median) && (!hasTail() || reached(side, Figures::p99));
  }

  private boolean reached(Side side, ToDoubleFunction<Figures> figure) {
    OptionalDouble ratio = ratio(side, figure);
    return ratio.isPresent() && ratio.getAsDouble() >= goal.of(side);
  }
}
