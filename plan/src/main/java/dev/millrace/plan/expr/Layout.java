package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the slots of a {@link Frame} hold, in the order of their numbers. Immutable.
 *
 * @param columns the keys whose columns are read
 * @param constants expressions that are the same for all rows
 * @param constantTests predicates likewise
 * @param codeTests predicates on the strings of one column
 */
record Layout(
    List<KeySpec> columns,
    List<ConstantSpec> constants,
    List<Pred> constantTests,
    List<CodeTestSpec> codeTests,
    List<NumberSet> numberSets,
    List<Set<String>> stringSets) {

  Layout {
    columns = List.copyOf(columns);
    constants = List.copyOf(constants);
    constantTests = List.copyOf(constantTests);
    codeTests = List.copyOf(codeTests);
    numberSets = List.copyOf(numberSets);
    stringSets = List.copyOf(stringSets);
  }

  /** An expression that reads no key, and its type. */
  record ConstantSpec(Expr expr, ExprType type) {}

  /** A predicate on the strings of the column at {@code column}. */
  record CodeTestSpec(int column, StringTest test) {}

  /** Knows its predicate only when the params of a request are known. */
  @FunctionalInterface
  interface StringTest {
    Predicate<String> bind(RowEvaluation constants, ParamValues params);
  }
}
