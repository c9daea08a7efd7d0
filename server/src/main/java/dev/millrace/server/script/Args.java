package dev.millrace.server.script;

/** What a built-in function was called with. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and a copy for each call is too dear
record Args(Object[] values) {

  int size() {
    return values.length;
  }

  /** The argument, or undefined. */
  Object at(int index) {
    return index < values.length ? values[index] : Nothing.UNDEFINED;
  }

  boolean has(int index) {
    return at(index) != Nothing.UNDEFINED;
  }

  String text(Machine machine, int index) {
    return Conversions.text(machine, at(index));
  }

  double number(Machine machine, int index) {
    return Conversions.number(machine, at(index));
  }

  double number(Machine machine, int index, double otherwise) {
    return has(index) ? number(machine, index) : otherwise;
  }

  Callable function(int index) {
    if (at(index) instanceof Callable callable) {
      return callable;
    }
    throw Thrown.type(Conversions.shown(at(index)) + " is not a function");
  }
}
