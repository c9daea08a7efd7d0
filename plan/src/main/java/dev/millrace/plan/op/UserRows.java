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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows of users with the column {@code country}, read from the hashes {@code user:<id>} in one
 * round trip, each user once. A user without hash or without that field has no country; an empty
 * one is a value.
 */
final class UserRows {

  static final int COUNTRY_KEY = 3001;

  private static final String COUNTRY_FIELD = "country";

  private UserRows() {}

  /** Completes the node of {@code reads} with a row for each of {@code ids}. */
  static void read(long[] ids, RedisReads reads) {
    Set<Long> users = new LinkedHashSet<>();
    for (long id : ids) {
      users.add(id);
    }
    List<RedisCommand> commands = new ArrayList<>(users.size());
    for (long user : users) {
      commands.add(RedisCommand.of("HGETALL", "user:" + user));
    }
    reads.send(commands, replies -> complete(ids, users, replies, reads));
  }

  private static void complete(
      long[] ids, Set<Long> users, List<RedisReply> replies, RedisReads reads) {
    Map<Long, String> countries = new LinkedHashMap<>();
    int next = 0;
    for (long user : users) {
      RedisReply reply = replies.get(next++);
      if (!(reply instanceof RedisReply.Fields(Map<String, String> fields))) {
        reads.failUnexpected(reply, "HGETALL");
        return;
      }
      String country = fields.get(COUNTRY_FIELD);
      if (country != null) {
        countries.put(user, country);
      }
    }
    reads.reply().complete(rows(ids, countries));
  }

  private static RowSet rows(long[] ids, Map<Long, String> countries) {
    Map<String, Integer> codeOf = new LinkedHashMap<>();
    int[] codes = new int[ids.length];
    long[] validity = Bits.none(ids.length);
    for (int row = 0; row < ids.length; row++) {
      String country = countries.get(ids[row]);
      if (country != null) {
        codes[row] = codeOf.computeIfAbsent(country, _ -> codeOf.size());
        Bits.set(validity, row);
      }
    }
    Dictionary dictionary = new Dictionary(List.copyOf(codeOf.keySet()));
    return RowSet.all(
        ColumnBatch.ofIds(ids).with(COUNTRY_KEY, new StringColumn(dictionary, codes, validity)));
  }
}
