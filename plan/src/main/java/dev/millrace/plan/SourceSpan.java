package dev.millrace.plan;

/** A place in the file that a plan was written in. Lines and columns from 1. */
public record SourceSpan(String file, int line, int column) {

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
