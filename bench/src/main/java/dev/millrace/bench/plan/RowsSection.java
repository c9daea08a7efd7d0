package dev.millrace.bench.plan;

import dev.millrace.bench.report.Goal;
import dev.millrace.bench.report.Row;
import dev.millrace.bench.report.Unit;
import dev.millrace.plan.CompiledPlan;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * What a row costs: 100,000 of them, made beforehand, one request at a time, against a loop over
 * the same arrays on one thread. Compared is processor time of the process. {@code vm} is an
 * expression of 11 nodes, {@code filter} a comparison and an {@code in} of four, {@code sort_take}
 * the ten greatest of random doubles.
 */
final class RowsSection implements Section {

  private static final int ROWS = 100_000;
  private static final int TAKE = 10;
  private static final long SEED = 7;
  private static final Goal GOAL = new Goal.AtMostTimes(1.5);

  private final long[] ids = new long[ROWS];
  private final double[] values = new double[ROWS];

  /** Where the hand-written results go, so that they are not optimised away. */
  @SuppressWarnings("unused")
  private Object last = ids;

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public List<Row> run(Rounds rounds) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int row = 0; row < ROWS; row++) {
      ids[row] = row + 1L;
      values[row] = random.nextDouble();
    }
    RowSet rows =
        RowSet.all(
            ColumnBatch.ofIds(ids).with(PreparedRowsOp.VALUE_KEY, new FloatColumn(values, null)));
    BenchPlans plans = new BenchPlans(new PreparedRowsOp(rows));
    try (BenchEngine engine = BenchEngine.start(PlanBenchOptions.WORKERS)) {
      return List.of(
          row("rows_vm", rounds, engine, plans.vm(), () -> HandWritten.compute(ids, null)),
          row("rows_filter", rounds, engine, plans.filter(), this::selected),
          row(
              "rows_sort_take",
              rounds,
              engine,
              plans.sortTake(),
              () -> HandWritten.greatest(values, TAKE)));
    }
  }

  private Object selected() {
    int[] kept = new int[ROWS];
    return HandWritten.select(ids, kept) == 0 ? ids : kept;
  }

  private Row row(
      String name, Rounds rounds, BenchEngine engine, CompiledPlan plan, Supplier<Object> byHand)
      throws Exception {
    Load ours = ClosedLoop.of(1, RequestLoop.of(engine.engine(), plan));
    List<Sample> samples = rounds.measure(ours, until -> repeat(byHand, until));
    return Row.against(
        name,
        Unit.NANOS_A_ROW,
        samples.get(0).cpuNanos() / ROWS,
        "hand-written",
        samples.get(1).cpuNanos() / ROWS,
        GOAL);
  }

  private long repeat(Supplier<Object> work, long until) {
    long count = 0;
    do {
      last = work.get();
      count++;
    } while (System.nanoTime() < until);
    return count;
  }
}
