package dev.millrace.plan.expr;

import java.lang.classfile.CodeBuilder;

/** What a loop does with each row: one for computing, one for selecting. Immutable. */
sealed interface LoopBody permits ComputeBody, SelectBody {

  /** How many parts its tree has. */
  int parts();

  /** The class that the generated one extends. */
  Class<?> loop();

  /** The class of its methods' second parameter. */
  Class<?> output();

  /** Whether a run of that shape has a result for every row that it is given. */
  boolean isComplete(Shape shape);

  /** Writes what comes before the loop. */
  RowCode begin(Method method);

  /**
   * A method that is being written.
   *
   * @param dense whether the rows are at their positions
   * @param output the local with the second parameter
   * @param from the local with the first position
   * @param to the local with the position behind the last one
   */
  record Method(CodeBuilder code, Shape shape, boolean dense, int output, int from, int to) {}

  /** The rest of a method. Not thread-safe. */
  interface RowCode {

    /** Writes the work for the row in the local {@code row}. */
    void row(ValueWriter values, int row);

    /** Writes what comes behind the loop. */
    void end();
  }
}
