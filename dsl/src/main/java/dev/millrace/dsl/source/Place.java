package dev.millrace.dsl.source;

import com.google.errorprone.annotations.FormatMethod;
import dev.millrace.plan.SourceSpan;

/** A place in a source file: an offset, from which line and column are counted when asked for. */
public record Place(SourceFile file, int offset) {

  /** From 1. */
  public int line() {
    return file.lineNumber(offset);
  }

  /** From 1. */
  public int column() {
    return offset - file.lineStart(offset) + 1;
  }

  public SourceSpan span() {
    return new SourceSpan(file.name(), line(), column());
  }

  /** An end to the compilation: this is wrong here. */
  @FormatMethod
  public Refusal refuse(String message, Object... args) {
    return new Refusal(Diagnostic.at(this, message.formatted(args)));
  }

  @Override
  public String toString() {
    return file.name() + ":" + line() + ":" + column();
  }
}
