package dev.millrace.plan.op;

/** A node cannot do its work because of its data or of IO. The message is for the user. */
public final class OpException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What stopped it. */
  public enum Kind {
    DATA,
    IO
  }

  public OpException(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
