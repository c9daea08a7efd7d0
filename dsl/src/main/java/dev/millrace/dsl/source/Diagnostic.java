package dev.millrace.dsl.source;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.SourceSpan;

/**
 * Something that is wrong with a source.
 *
 * @param sourceLine the line of the source that the span is in, without its end
 * @param message what is wrong and what would be right
 */
public record Diagnostic(SourceSpan span, String sourceLine, String message) {

  private static final int LONGEST_LINE = 200;

  public Diagnostic {
    requireNonNull(span, "span is null");
    requireNonNull(sourceLine, "sourceLine is null");
    message = printable(message.replace('\n', ' '));
  }

  public static Diagnostic at(Place place, String message) {
    return new Diagnostic(place.span(), place.file().lineAt(place.offset()), message);
  }

  /** Something that is wrong with a file as a whole. */
  public static Diagnostic ofFile(String file, String message) {
    return new Diagnostic(new SourceSpan(file, 1, 1), "", message);
  }

  /** The message with its place, the source line and a caret below what is wrong. */
  public String rendered() {
    String head = span + ": " + message;
    if (sourceLine.isBlank()) {
      return head;
    }
    int column = span.column() - 1;
    int from = column < LONGEST_LINE ? 0 : column - LONGEST_LINE / 2;
    String shown =
        sourceLine.substring(
            Math.min(from, sourceLine.length()),
            Math.min(sourceLine.length(), from + LONGEST_LINE));
    String number = Integer.toString(span.line());
    String margin = " ".repeat(number.length());
    // Tabs stay tabs, so that the caret stands where an editor or terminal shows the character.
    String indent =
        shown.substring(0, Math.min(column - from, shown.length())).replaceAll("[^\\t]", " ");
    return "%s\n  %s | %s\n  %s | %s^".formatted(head, number, printable(shown), margin, indent);
  }

  /** Control characters would let a hostile source write to the reader's terminal. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\t]]", "\uFFFD");
  }

  @Override
  public String toString() {
    return span + ": " + message;
  }
}
