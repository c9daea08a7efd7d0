package dev.millrace.plan.op;

import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisReply;
import dev.millrace.rows.Bits;
import dev.millrace.rows.ColumnBatch;
import dev.millrace.rows.Dictionary;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of users with the column {@code country}, read from the hashes {@code user:<id>} in one
 * round trip, each user once. A user without hash or without that field has no country; an empty
 * one is a value.
 */
final class UserRows {

  static final int COUNTRY_KEY = 3001;

  private static final String COUNTRY_FIELD = "country";
  private static final int NONE = -1;

  /** Spreads ids that follow each other over a hash table. */
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private UserRows() {}

  /** Completes the node of {@code reads} with a row for each of {@code ids}. */
  static void read(long[] ids, RedisReads reads) {
    var commandOf = new int[ids.length];
    List<RedisCommand> commands = commands(ids, commandOf);
    reads.send(commands, replies -> complete(ids, commandOf, replies, reads));
  }

  /**
   * One command for each user, in the order in which they first occur.
   *
   * @param commandOf is told which command is a row's
   */
  private static List<RedisCommand> commands(long[] ids, int[] commandOf) {
    // An open hash table of rows plus one: no object for an id.
    int mask = Math.max(2, Integer.highestOneBit(Math.max(1, ids.length)) * 4) - 1;
    var firstRows = new int[mask + 1];
    List<RedisCommand> commands = new ArrayList<>(ids.length);
    for (int row = 0; row < ids.length; row++) {
      int at = Long.hashCode(ids[row] * SPREAD) & mask;
      while (firstRows[at] != 0 && ids[firstRows[at] - 1] != ids[row]) {
        at = (at + 1) & mask;
      }
      if (firstRows[at] == 0) {
        firstRows[at] = row + 1;
        commandOf[row] = commands.size();
        commands.add(RedisCommand.of("HGETALL", "user:" + ids[row]));
      } else {
        commandOf[row] = commandOf[firstRows[at] - 1];
      }
    }
    return commands;
  }

  private static void complete(
      long[] ids, int[] commandOf, List<RedisReply> replies, RedisReads reads) {
    var countries = new @Nullable String[replies.size()];
    for (int i = 0; i < countries.length; i++) {
      RedisReply reply = replies.get(i);
      if (!(reply instanceof RedisReply.Fields(Map<String, String> fields))) {
        reads.failUnexpected(reply, "HGETALL");
        return;
      }
      countries[i] = fields.get(COUNTRY_FIELD);
    }
    reads.reply().complete(rows(ids, commandOf, countries));
  }

  private static RowSet rows(long[] ids, int[] commandOf, @Nullable String[] countries) {
    Map<String, Integer> codeOf = new LinkedHashMap<>();
    var codeOfCommand = new int[countries.length];
    for (int i = 0; i < countries.length; i++) {
      String country = countries[i];
      codeOfCommand[i] =
          country == null ? NONE : codeOf.computeIfAbsent(country, _ -> codeOf.size());
    }
    int[] codes = new int[ids.length];
    long[] validity = Bits.none(ids.length);
    for (int row = 0; row < ids.length; row++) {
      int code = codeOfCommand[commandOf[row]];
      if (code != NONE) {
        codes[row] = code;
        Bits.set(validity, row);
      }
    }
    Dictionary dictionary = new Dictionary(List.copyOf(codeOf.keySet()));
    return RowSet.all(
        ColumnBatch.ofIds(ids).with(COUNTRY_KEY, new StringColumn(dictionary, codes, validity)));
  }
}
