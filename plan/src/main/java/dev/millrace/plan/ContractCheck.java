package dev.millrace.plan;

import dev.millrace.plan.op.OutputContract;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.RowSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whether a node's rows are what its op promised. Pure. */
final class ContractCheck {

  private ContractCheck() {}

  /** What is wrong, or null if nothing is. */
  static @Nullable String violation(PlanNode node, RowSet[] inputs, RowSet output) {
    OutputContract contract = node.op().contract();
    if (keepsRows(contract) && !haveSameIds(inputs[0].batch(), output.batch())) {
      return "the rows are not those of the input: other ids";
    }
    return switch (contract) {
      case VARIABLE_DENSE -> output.isDense() ? null : "rows are not dense";
      case UNARY_PRESERVE_VIEW -> preserves(inputs[0], output);
      case STABLE_FILTER -> isSubsequence(inputs[0], output);
      case PREFIX_OF_INPUT -> isPrefix(inputs[0], output, node.prefix());
      case PERMUTATION_OF_INPUT -> isPermutation(inputs[0], output);
      case CONCAT_DENSE -> isConcat(inputs, output);
    };
  }

  /** Whether physical rows stay what they were. */
  private static boolean keepsRows(OutputContract contract) {
    return switch (contract) {
      case UNARY_PRESERVE_VIEW, STABLE_FILTER, PREFIX_OF_INPUT, PERMUTATION_OF_INPUT -> true;
      case VARIABLE_DENSE, CONCAT_DENSE -> false;
    };
  }

  private static boolean haveSameIds(ColumnBatch before, ColumnBatch after) {
    return before.ids() == after.ids()
        || Arrays.equals(before.ids().values(), after.ids().values());
  }

  private static @Nullable String preserves(RowSet input, RowSet output) {
    return Arrays.equals(rows(input), rows(output)) ? null : "the active rows changed";
  }

  private static @Nullable String isSubsequence(RowSet input, RowSet output) {
    int at = 0;
    for (int position = 0; position < output.size(); position++) {
      while (at < input.size() && input.row(at) != output.row(position)) {
        at++;
      }
      if (at++ >= input.size()) {
        return "row %d at position %d is not in the input, or not in its order"
            .formatted(output.row(position), position);
      }
    }
    return null;
  }

  private static @Nullable String isPrefix(RowSet input, RowSet output, int count) {
    int expected = Math.min(count, input.size());
    if (output.size() != expected) {
      return "%d rows instead of %d".formatted(output.size(), expected);
    }
    return Arrays.equals(Arrays.copyOf(rows(input), expected), rows(output))
        ? null
        : "the rows are not the first of the input";
  }

  private static @Nullable String isPermutation(RowSet input, RowSet output) {
    int[] before = rows(input);
    int[] after = rows(output);
    Arrays.sort(before);
    Arrays.sort(after);
    return Arrays.equals(before, after) ? null : "the rows are not those of the input";
  }

  private static @Nullable String isConcat(RowSet[] inputs, RowSet output) {
    if (inputs.length != 2) {
      return "%d inputs instead of 2".formatted(inputs.length);
    }
    int expected = inputs[0].size() + inputs[1].size();
    if (output.batch().length() != expected) {
      return "%d rows instead of %d".formatted(output.batch().length(), expected);
    }
    return output.isDense() ? null : "rows are not dense";
  }

  private static int[] rows(RowSet rows) {
    int[] physical = new int[rows.size()];
    Arrays.setAll(physical, rows::row);
    return physical;
  }
}
