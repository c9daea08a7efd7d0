package dev.millrace.dsl.source;

/** Ends the compilation of one plan. Never seen by a caller of the compiler: it answers a value. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Diagnostic diagnostic;

  public Refusal(Diagnostic diagnostic) {
    super(diagnostic.toString(), null, false, false);
    this.diagnostic = diagnostic;
  }

  public Diagnostic diagnostic() {
    return diagnostic;
  }
}
