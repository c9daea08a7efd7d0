package dev.millrace.plan.json;

import java.util.ArrayList;
import java.util.List;

/**
 * Lays out a timeline: the time, a column for the request and columns for where its nodes run, with
 * arrows from the first to the others and back, and a line down where something is under way. Not
 * thread-safe.
 */
final class TimelineGrid {

  private static final int TIME_WIDTH = 10;
  private static final int GAP = 2;

  /** How long an arrow is at least. */
  private static final int ARROW = 8;

  /** How much of a line without an arrow makes the first column wider. */
  private static final int REMARK = 30;

  /** What a line does with a column beside the request's. */
  private enum Move {
    GO,
    COME,
    NONE
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Line(
      String time, String text, Move move, int column, String beside, int[] underWay) {}

  private final List<String> columns = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();

  /** How many nodes are under way in each column. */
  private final int[] underWay;

  private String lastTime = "";

  /**
   * @param columns their headings, the request's first
   */
  TimelineGrid(List<String> columns) {
    this.columns.addAll(columns);
    this.underWay = new int[columns.size()];
  }

  /** A line of the request. */
  void say(long nanos, String text) {
    add(nanos, text, Move.NONE, 0, "");
  }

  /** The request starts something in another column. */
  void go(long nanos, String text, int column, String beside) {
    add(nanos, text, Move.GO, column, beside);
    underWay[column]++;
  }

  /** Something in another column comes back to the request. */
  void come(long nanos, int column, String beside) {
    underWay[column]--;
    add(nanos, "", Move.COME, column, beside);
  }

  private void add(long nanos, String text, Move move, int column, String beside) {
    String time = DurationText.millis(nanos);
    lines.add(
        new Line(time.equals(lastTime) ? "" : time, text, move, column, beside, underWay.clone()));
    lastTime = time;
  }

  @Override
  public String toString() {
    int[] starts = starts();
    StringBuilder all = new StringBuilder();
    StringBuilder heading = new StringBuilder("Time(ms)");
    for (int i = 0; i < starts.length; i++) {
      pad(heading, starts[i]).append(columns.get(i));
    }
    all.append(heading).append('\n').append("─".repeat(Math.max(heading.length() + 4, 60)));
    for (Line line : lines) {
      all.append('\n').append(text(line, starts).stripTrailing());
    }
    return all.append('\n').toString();
  }

  /** Where each column begins. */
  private int[] starts() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).length();
    }
    for (Line line : lines) {
      // A long remark may run into the other columns, an arrow must begin before them.
      int text = line.text().length();
      int width = line.move() == Move.GO ? text + ARROW : Math.min(text, REMARK);
      widths[0] = Math.max(widths[0], width);
      int beside = line.beside().length();
      widths[line.column()] = Math.max(widths[line.column()], line.column() == 0 ? 0 : beside);
    }
    int[] starts = new int[widths.length];
    int at = TIME_WIDTH;
    for (int i = 0; i < widths.length; i++) {
      starts[i] = at;
      at += widths[i] + GAP;
    }
    return starts;
  }

  private static String text(Line line, int[] starts) {
    StringBuilder row = new StringBuilder(" ".repeat(8 - Math.min(8, line.time().length())));
    row.append(line.time()).append(" ".repeat(TIME_WIDTH - 8));
    switch (line.move()) {
      case NONE -> row.append(line.text());
      case GO -> {
        row.append(line.text()).append(' ');
        row.append("─".repeat(starts[line.column()] - row.length() - 2)).append("► ");
        row.append(line.beside());
      }
      case COME -> {
        row.append('◄');
        row.append("─".repeat(starts[line.column()] - row.length())).append("┘ ");
        row.append(line.beside());
      }
    }
    int[] busy = line.underWay();
    for (int i = 1; i < starts.length; i++) {
      boolean isFree = row.length() <= starts[i] && (line.move() == Move.NONE || i > line.column());
      if (busy[i] > 0 && isFree) {
        pad(row, starts[i]).append('│');
      }
    }
    return row.toString();
  }

  private static StringBuilder pad(StringBuilder text, int width) {
    return text.append(" ".repeat(Math.max(0, width - text.length())));
  }
}
