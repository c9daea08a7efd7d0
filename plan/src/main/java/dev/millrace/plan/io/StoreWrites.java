package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.StoreCommands.Entry;
import dev.millrace.plan.io.StoredValue.Hash;
import dev.millrace.plan.io.StoredValue.Items;
import dev.millrace.plan.io.StoredValue.Members;
import dev.millrace.plan.io.StoredValue.Plain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The commands that fill an {@link InProcessStore}. Each puts a new value in place of the old one;
 * who calls sees to it that they do so one after the other.
 */
final class StoreWrites {

  private static final Text OK = new Text("OK");

  static final Map<String, Entry> WRITES =
      Map.ofEntries(
          Map.entry("SET", new Entry(-3, StoreWrites::set)),
          Map.entry("MSET", new Entry(-3, StoreWrites::mset)),
          Map.entry("DEL", new Entry(-2, StoreWrites::del)),
          Map.entry("FLUSHALL", new Entry(-1, StoreWrites::flush)),
          Map.entry("HSET", new Entry(-4, StoreWrites::hset)),
          Map.entry("HDEL", new Entry(-3, StoreWrites::hdel)),
          Map.entry("RPUSH", new Entry(-3, (values, a) -> push(values, a, false))),
          Map.entry("LPUSH", new Entry(-3, (values, a) -> push(values, a, true))),
          Map.entry("SADD", new Entry(-3, StoreWrites::sadd)));

  private StoreWrites() {}

  private static RedisReply set(Map<String, StoredValue> values, List<String> arguments) {
    if (arguments.size() > 2) {
      // Options like EX: nothing here forgets with time.
      return new ServerError("ERR syntax error");
    }
    values.put(arguments.get(0), new Plain(arguments.get(1)));
    return OK;
  }

  private static RedisReply mset(Map<String, StoredValue> values, List<String> arguments) {
    if (arguments.size() % 2 != 0) {
      return wrongNumber("mset");
    }
    for (int i = 0; i < arguments.size(); i += 2) {
      values.put(arguments.get(i), new Plain(arguments.get(i + 1)));
    }
    return OK;
  }

  private static RedisReply del(Map<String, StoredValue> values, List<String> keys) {
    return StoreCommands.size(keys.stream().filter(key -> values.remove(key) != null).count());
  }

  private static RedisReply flush(Map<String, StoredValue> values, List<String> arguments) {
    values.clear();
    return OK;
  }

  private static RedisReply hset(Map<String, StoredValue> values, List<String> arguments) {
    if (arguments.size() % 2 != 1) {
      return wrongNumber("hset");
    }
    String key = arguments.getFirst();
    return switch (values.getOrDefault(key, new Hash(Map.of()))) {
      case Hash(Map<String, String> old) -> {
        Map<String, String> fields = new LinkedHashMap<>(old);
        for (int i = 1; i < arguments.size(); i += 2) {
          fields.put(arguments.get(i), arguments.get(i + 1));
        }
        values.put(key, new Hash(Collections.unmodifiableMap(fields)));
        yield StoreCommands.size(fields.size() - old.size());
      }
      case Plain _, Items _, Members _ -> StoreCommands.WRONG_TYPE;
    };
  }

  private static RedisReply hdel(Map<String, StoredValue> values, List<String> arguments) {
    String key = arguments.getFirst();
    return switch (values.getOrDefault(key, new Hash(Map.of()))) {
      case Hash(Map<String, String> old) -> {
        Map<String, String> fields = new LinkedHashMap<>(old);
        arguments.subList(1, arguments.size()).forEach(fields::remove);
        keep(values, key, new Hash(Collections.unmodifiableMap(fields)));
        yield StoreCommands.size(old.size() - fields.size());
      }
      case Plain _, Items _, Members _ -> StoreCommands.WRONG_TYPE;
    };
  }

  private static RedisReply push(
      Map<String, StoredValue> values, List<String> arguments, boolean left) {
    String key = arguments.getFirst();
    List<String> pushed = arguments.subList(1, arguments.size());
    return switch (values.getOrDefault(key, new Items(List.of()))) {
      case Items(List<String> old) -> {
        List<String> items = new ArrayList<>(old.size() + pushed.size());
        items.addAll(left ? pushed.reversed() : old);
        items.addAll(left ? old : pushed);
        values.put(key, new Items(Collections.unmodifiableList(items)));
        yield StoreCommands.size(items.size());
      }
      case Plain _, Hash _, Members _ -> StoreCommands.WRONG_TYPE;
    };
  }

  private static RedisReply sadd(Map<String, StoredValue> values, List<String> arguments) {
    String key = arguments.getFirst();
    return switch (values.getOrDefault(key, new Members(Set.of()))) {
      case Members(Set<String> old) -> {
        Set<String> members = new LinkedHashSet<>(old);
        members.addAll(arguments.subList(1, arguments.size()));
        values.put(key, new Members(Collections.unmodifiableSet(members)));
        yield StoreCommands.size(members.size() - old.size());
      }
      case Plain _, Hash _, Items _ -> StoreCommands.WRONG_TYPE;
    };
  }

  private static void keep(Map<String, StoredValue> values, String key, StoredValue value) {
    if (value.isEmpty()) {
      values.remove(key);
    } else {
      values.put(key, value);
    }
  }

  static ServerError wrongNumber(String lowerCaseName) {
    return new ServerError("ERR wrong number of arguments for '" + lowerCaseName + "' command");
  }
}
