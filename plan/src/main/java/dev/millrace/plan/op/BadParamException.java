package dev.millrace.plan.op;

/** A node's param is wrong: what, where, and what would be right. */
public final class BadParamException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String param;

  public BadParamException(String param, String reason) {
    super(reason, null, false, false);
    this.param = param;
  }

  public String param() {
    return param;
  }
}
