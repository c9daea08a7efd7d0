package dev.millrace.plan.op;

import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.rows.IntColumn;
import dev.millrace.rows.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the first ids of the list {@code <list>:<id>} of every row, all lists in one round trip.
 * Elements that are no integer are skipped and counted. (The reference takes {@code 12abc} for 12.)
 */
final class ListedIds {

  private ListedIds() {}

  static void read(
      String list, long fanout, NodeInput input, RedisReads reads, Consumer<long[]> then) {
    String last = Long.toString(fanout - 1);
    List<RedisCommand> commands = new ArrayList<>();
    RowSet rows = input.rows();
    IntColumn ids = rows.batch().ids();
    for (int position = 0; position < rows.size(); position++) {
      long id = ids.values()[rows.row(position)];
      commands.add(RedisCommand.of("LRANGE", list + ":" + id, "0", last));
    }
    reads.send(commands, replies -> parse(replies, input, reads, then));
  }

  private static void parse(
      List<RedisReply> replies, NodeInput input, RedisReads reads, Consumer<long[]> then) {
    int most = 0;
    for (RedisReply reply : replies) {
      if (!(reply instanceof RedisReply.Elements(List<String> values))) {
        reads.failUnexpected(reply, "LRANGE");
        return;
      }
      most = Math.addExact(most, values.size());
    }
    long[] ids = new long[most];
    int found = 0;
    for (RedisReply reply : replies) {
      for (String value : ((RedisReply.Elements) reply).values()) {
        if (isInteger(value)) {
          ids[found++] = Long.parseLong(value);
        }
      }
    }
    if (found < most) {
      input.count("skipped", (long) most - found);
    }
    then.accept(found == most ? ids : Arrays.copyOf(ids, found));
  }

  /** Whether {@code text} is a decimal integer that fits: digits, perhaps after a minus sign. */
  static boolean isInteger(String text) {
    int first = text.startsWith("-") ? 1 : 0;
    int digits = text.length() - first;
    if (digits < 1 || digits > 19) {
      return false;
    }
    for (int i = first; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return digits < 19 || fits(text, first);
  }

  /** Whether 19 digits are at most those of the largest, or after a minus the smallest, long. */
  private static boolean fits(String text, int first) {
    String edge = Long.toString(first == 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
    return text.compareTo(edge) <= 0;
  }
}
