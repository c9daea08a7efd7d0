package dev.millrace.server.script;

/** What a script throws and can catch. */
final class Thrown extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Object value;

  Thrown(Object value) {
    super(null, null, false, false);
    this.value = value;
  }

  static Thrown type(String message) {
    return new Thrown(Errors.of("TypeError", message));
  }

  static Thrown range(String message) {
    return new Thrown(Errors.of("RangeError", message));
  }

  static Thrown reference(String message) {
    return new Thrown(Errors.of("ReferenceError", message));
  }

  static Thrown syntax(String message) {
    return new Thrown(Errors.of("SyntaxError", message));
  }

  Object value() {
    return value;
  }
}
