package dev.millrace.dsl.eval;

/** Plain values. */
public final class Values {

  public static final Value UNDEFINED = new Value.Undefined();
  public static final Value NULL = new Value.Null();
  public static final Value TRUE = new Value.Bool(true);
  public static final Value FALSE = new Value.Bool(false);

  private Values() {}

  public static Value of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static Value of(double value) {
    return new Value.Num(value);
  }

  public static Value of(String value) {
    return new Value.Str(value);
  }
}
