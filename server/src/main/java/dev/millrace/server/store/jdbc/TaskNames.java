package dev.millrace.server.store.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a task may be called in its definition. */
final class TaskNames {

  /** The turn of a loop, at the end of a name. */
  private static final Pattern TURN = Pattern.compile("(.+)__\\d+");

  private TaskNames() {}

  /** The reference name itself, and what is left of it without its turns, one by one. */
  static List<String> bases(String ref) {
    var bases = new ArrayList<String>();
    bases.add(ref);
    var turn = TURN.matcher(ref);
    while (turn.matches()) {
      bases.add(turn.group(1));
      turn.reset(turn.group(1));
    }
    return bases;
  }
}
