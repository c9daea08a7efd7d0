package dev.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContractCheckTest {

  private static final ColumnBatch FOUR = ColumnBatch.ofIds(new long[] {10, 20, 30, 40});

  private static RowSet view(int... rows) {
    return RowSet.of(FOUR, rows, rows.length);
  }

  private static String violation(OutputContract contract, RowSet output, RowSet... inputs) {
    OpSpec spec = OpSpec.of("test::op", 1).withContract(contract);
    NodeCode code = (NodeCode.Sync) _ -> output;
    PlanNode node =
        new PlanNode(0, "n", spec, code, new int[inputs.length], new int[0], 2, null, null);
    return ContractCheck.violation(node, inputs, output);
  }

  @Test
  void denseMeansAllRowsInPhysicalOrder() {
    assertThat(violation(OutputContract.VARIABLE_DENSE, RowSet.all(FOUR))).isNull();
    assertThat(violation(OutputContract.VARIABLE_DENSE, view(0, 1, 2, 3))).isNull();
    assertThat(violation(OutputContract.VARIABLE_DENSE, view(0, 1, 2))).isNotNull();
    assertThat(violation(OutputContract.VARIABLE_DENSE, view(1, 0, 2, 3))).isNotNull();
  }

  @Test
  void aPreservedViewHasTheSameRowsInTheSameOrder() {
    RowSet input = view(3, 1);
    assertThat(violation(OutputContract.UNARY_PRESERVE_VIEW, view(3, 1), input)).isNull();
    assertThat(violation(OutputContract.UNARY_PRESERVE_VIEW, view(1, 3), input)).isNotNull();
    assertThat(violation(OutputContract.UNARY_PRESERVE_VIEW, TestPlan.rows(2), input))
        .contains("other ids");
  }

  @Test
  void rowsOfOtherIdsAreOtherRows() {
    ColumnBatch others = ColumnBatch.ofIds(new long[] {9, 8, 7, 6});
    ColumnBatch equal = ColumnBatch.ofIds(FOUR.ids().values().clone());

    for (OutputContract contract :
        List.of(
            OutputContract.UNARY_PRESERVE_VIEW,
            OutputContract.STABLE_FILTER,
            OutputContract.PERMUTATION_OF_INPUT)) {
      assertThat(violation(contract, RowSet.all(others), RowSet.all(FOUR))).contains("other ids");
      assertThat(violation(contract, RowSet.all(equal), RowSet.all(FOUR))).isNull();
    }
  }

  @Test
  void aFilterKeepsTheOrderAndInventsNothing() {
    RowSet input = view(3, 1, 2);
    assertThat(violation(OutputContract.STABLE_FILTER, view(3, 2), input)).isNull();
    assertThat(violation(OutputContract.STABLE_FILTER, view(), input)).isNull();
    assertThat(violation(OutputContract.STABLE_FILTER, view(2, 3), input)).isNotNull();
    assertThat(violation(OutputContract.STABLE_FILTER, view(0), input)).isNotNull();
    assertThat(violation(OutputContract.STABLE_FILTER, view(3, 3), input)).isNotNull();
  }

  @Test
  void aPrefixIsTheFirstRowsAndAllOfThem() {
    RowSet input = view(3, 1, 2);
    assertThat(violation(OutputContract.PREFIX_OF_INPUT, view(3, 1), input)).isNull();
    assertThat(violation(OutputContract.PREFIX_OF_INPUT, view(3), view(3))).isNull();
    assertThat(violation(OutputContract.PREFIX_OF_INPUT, view(3), input)).isNotNull();
    assertThat(violation(OutputContract.PREFIX_OF_INPUT, view(1, 2), input)).isNotNull();
  }

  @Test
  void aPermutationHasTheSameRows() {
    RowSet input = view(3, 1, 2);
    assertThat(violation(OutputContract.PERMUTATION_OF_INPUT, view(1, 2, 3), input)).isNull();
    assertThat(violation(OutputContract.PERMUTATION_OF_INPUT, view(1, 2, 2), input)).isNotNull();
    assertThat(violation(OutputContract.PERMUTATION_OF_INPUT, view(1, 2), input)).isNotNull();
  }

  @Test
  void aConcatHasAsManyRowsAsBothInputs() {
    RowSet two = view(3, 1);
    assertThat(violation(OutputContract.CONCAT_DENSE, RowSet.all(FOUR), two, two)).isNull();
    assertThat(violation(OutputContract.CONCAT_DENSE, RowSet.all(FOUR), two)).isNotNull();
    assertThat(violation(OutputContract.CONCAT_DENSE, TestPlan.rows(3), two, two)).isNotNull();
    assertThat(violation(OutputContract.CONCAT_DENSE, view(1, 0, 2, 3), two, two)).isNotNull();
  }
}
