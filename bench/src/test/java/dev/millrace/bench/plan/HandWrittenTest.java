package dev.millrace.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.CompiledPlan;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanRequest;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A rival is one only if it does the same. */
final class HandWrittenTest {

  private static final int ROWS = 100_000;
  private static final int SCORE_KEY = 2001;

  private final long[] ids = LongStream.rangeClosed(1, ROWS).toArray();
  private final double[] values = new Random(3).doubles(ROWS).toArray();
  private final BenchPlans plans =
      new BenchPlans(
          new PreparedRowsOp(
              RowSet.all(
                  ColumnBatch.ofIds(ids)
                      .with(PreparedRowsOp.VALUE_KEY, new FloatColumn(values, null)))));

  @Test
  void thePipelineGivesTheSameRows() throws InterruptedException {
    HandWritten.Ranked byHand = HandWritten.pipeline(10, null, 5);

    RowSet rows = answer(new BenchPlans().pipeline(10));

    assertThat(order(rows)).isEqualTo(byHand.order());
    assertThat(rows.batch().ids().values()).isEqualTo(byHand.ids());
    assertThat(scores(rows)).isEqualTo(byHand.scores());
  }

  @Test
  void theExpressionGivesTheSameValues() throws InterruptedException {
    assertThat(scores(answer(plans.vm()))).isEqualTo(HandWritten.compute(ids, null));
  }

  @Test
  void theFilterGivesTheSameRows() throws InterruptedException {
    int[] kept = new int[ROWS];
    int count = HandWritten.select(ids, kept);

    assertThat(order(answer(plans.filter()))).isEqualTo(Arrays.copyOf(kept, count));
  }

  @Test
  void theFirstOfTheSortAreTheSame() throws InterruptedException {
    assertThat(order(answer(plans.sortTake()))).isEqualTo(HandWritten.greatest(values, 10));
  }

  private static RowSet answer(CompiledPlan plan) throws InterruptedException {
    try (BenchEngine engine = BenchEngine.start(1)) {
      PlanAnswer answer = engine.engine().run(plan, PlanRequest.of("test", 1));
      assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
      return ((PlanAnswer.Rows) answer).outputs().getFirst();
    }
  }

  private static int[] order(RowSet rows) {
    return IntStream.range(0, rows.size()).map(rows::row).toArray();
  }

  private static double[] scores(RowSet rows) {
    return ((FloatColumn) rows.batch().column(SCORE_KEY)).values();
  }
}
