package dev.millrace.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The exact order in which the operators of a lane are called and what they answer, as text:
 *
 * <pre>
 *   S MORE; P(null) BLK; !P; P.d FINB; K NEED
 * </pre>
 *
 * MORE, EVEN, NEED, FIN, FINB (finished with a batch), BLK, Y (yield), YB (yield back) and ERR are
 * answers; {@code P.d} is the drain of P; {@code (null)} asks for a call without input; {@code !P}
 * or {@code RESUME P} resumes the oldest wait of P.
 */
record Script(List<Line> lines) {

  enum Answer {
    MORE,
    EVEN,
    NEED,
    FIN,
    FINB,
    BLK,
    Y,
    YB,
    ERR
  }

  /** A call, and whom to resume before it returns. */
  record Line(
      String operator, boolean drain, boolean nullInput, Answer answer, List<String> resumes) {
    @Override
    public String toString() {
      return operator + (drain ? ".d " : " ") + answer;
    }
  }

  private static final Pattern SEPARATOR = Pattern.compile("\\s*;\\s*");
  private static final Pattern CALL = Pattern.compile("(\\w+)(\\.d(?:rain)?)?(\\(null\\))? (\\w+)");
  private static final Pattern RESUME = Pattern.compile("(?:!|RESUME )(\\w+)");

  static Script parse(String text) {
    List<Line> lines = new ArrayList<>();
    for (String part : SEPARATOR.splitAsStream(text.strip()).toList()) {
      Matcher resume = RESUME.matcher(part);
      Matcher call = CALL.matcher(part);
      if (resume.matches()) {
        lines.getLast().resumes().add(resume.group(1));
      } else if (call.matches()) {
        lines.add(
            new Line(
                call.group(1),
                call.group(2) != null,
                call.group(3) != null,
                Answer.valueOf(call.group(4)),
                new ArrayList<>()));
      } else {
        throw new IllegalArgumentException("not a line of a script: " + part);
      }
    }
    return new Script(List.copyOf(lines));
  }

  boolean drains(String operator) {
    return lines.stream().anyMatch(line -> line.drain() && line.operator().equals(operator));
  }

  @Override
  public String toString() {
    return lines.stream().map(Line::toString).collect(Collectors.joining("; "));
  }
}
