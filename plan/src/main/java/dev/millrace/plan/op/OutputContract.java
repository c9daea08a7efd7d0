package dev.millrace.plan.op;

/** How the rows that a node gives relate to those it gets. */
public enum OutputContract {
  /** New rows, all active, in physical order. */
  VARIABLE_DENSE,
  /** The same rows in the same order. */
  UNARY_PRESERVE_VIEW,
  /** Some of the rows in the same order. */
  STABLE_FILTER,
  /** The first rows: as many as the param {@code count} says, or all. */
  PREFIX_OF_INPUT,
  /** The same rows in any order. */
  PERMUTATION_OF_INPUT,
  /** New rows: those of the input, then those of the node that a param names. */
  CONCAT_DENSE
}
