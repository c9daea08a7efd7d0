package dev.millrace.plan.expr;

/** Data or params make an expression fail at run time: not a defect of the program. */
public final class ExprFault extends RuntimeException {

  private static final long serialVersionUID = 1;

  public ExprFault(String message) {
    super(message, null, false, false);
  }
}
