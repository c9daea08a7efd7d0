package dev.millrace.dsl.eval;

/** Ends of slices. */
final class Ranges {

  private Ranges() {}

  /** A position within 0..size; a negative one counts from the end. */
  static int clamp(int position, int size) {
    return position < 0 ? Math.max(0, size + position) : Math.min(position, size);
  }
}
