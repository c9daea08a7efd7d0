package dev.millrace.plan.io;

import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Nil;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import dev.millrace.plan.io.StoredValue.Hash;
import dev.millrace.plan.io.StoredValue.Items;
import dev.millrace.plan.io.StoredValue.Members;
import dev.millrace.plan.io.StoredValue.Plain;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The commands of the {@link InProcessStore} that read, and how Redis answers them. */
final class StoreCommands {

  static final ServerError WRONG_TYPE =
      new ServerError("WRONGTYPE Operation against a key holding the wrong kind of value");
  static final ServerError NO_NUMBER =
      new ServerError("ERR value is not an integer or out of range");
  private static final Nil NIL = new Nil();

  /** Answers one command. */
  interface Code {
    RedisReply run(Map<String, StoredValue> values, List<String> arguments);
  }

  /**
   * @param arity how many words the command has with its name; negative: at least as many
   */
  record Entry(int arity, Code code) {
    boolean takes(int arguments) {
      return arity > 0 ? arguments + 1 == arity : arguments + 1 >= -arity;
    }
  }

  static final Map<String, Entry> READS =
      Map.ofEntries(
          Map.entry("PING", new Entry(-1, StoreCommands::ping)),
          Map.entry("EXISTS", new Entry(-2, StoreCommands::exists)),
          Map.entry("TYPE", new Entry(2, StoreCommands::type)),
          Map.entry("GET", read(2, Plain.class, null, (plain, a) -> text(plain.value()))),
          Map.entry("STRLEN", read(2, Plain.class, new Plain(""), StoreCommands::strlen)),
          Map.entry("MGET", new Entry(-2, StoreCommands::mget)),
          Map.entry("HGETALL", read(2, Hash.class, noHash(), (hash, a) -> fields(hash.fields()))),
          Map.entry("HGET", read(3, Hash.class, noHash(), StoreCommands::hget)),
          Map.entry("HMGET", read(-3, Hash.class, noHash(), StoreCommands::hmget)),
          Map.entry("HEXISTS", read(3, Hash.class, noHash(), StoreCommands::hexists)),
          Map.entry("HLEN", read(2, Hash.class, noHash(), (hash, a) -> size(hash.fields().size()))),
          Map.entry(
              "HKEYS", read(2, Hash.class, noHash(), (h, a) -> elements(h.fields().keySet()))),
          Map.entry(
              "HVALS", read(2, Hash.class, noHash(), (h, a) -> elements(h.fields().values()))),
          Map.entry("LRANGE", read(4, Items.class, noItems(), StoreCommands::lrange)),
          Map.entry("LINDEX", read(3, Items.class, noItems(), StoreCommands::lindex)),
          Map.entry(
              "LLEN", read(2, Items.class, noItems(), (list, a) -> size(list.items().size()))),
          Map.entry(
              "SMEMBERS", read(2, Members.class, noMembers(), (s, a) -> elements(s.members()))),
          Map.entry(
              "SCARD", read(2, Members.class, noMembers(), (s, a) -> size(s.members().size()))),
          Map.entry("SISMEMBER", read(3, Members.class, noMembers(), StoreCommands::sismember)));

  private StoreCommands() {}

  /** Answers from the value of one key. */
  private interface Reading<T> {
    RedisReply of(T value, List<String> arguments);
  }

  /**
   * @param missing what a key that does not exist counts as; null: the answer is nil
   */
  private static <T extends StoredValue> Entry read(
      int arity, Class<T> type, @Nullable T missing, Reading<T> reading) {
    return new Entry(
        arity,
        (values, arguments) -> {
          StoredValue value = values.get(arguments.getFirst());
          if (value != null && !type.isInstance(value)) {
            return WRONG_TYPE;
          }
          T typed = value == null ? missing : type.cast(value);
          return typed == null ? NIL : reading.of(typed, arguments);
        });
  }

  private static Hash noHash() {
    return new Hash(Map.of());
  }

  private static Items noItems() {
    return new Items(List.of());
  }

  private static Members noMembers() {
    return new Members(Set.of());
  }

  private static RedisReply ping(Map<String, StoredValue> values, List<String> arguments) {
    return arguments.isEmpty() ? text("PONG") : text(arguments.getFirst());
  }

  private static RedisReply exists(Map<String, StoredValue> values, List<String> keys) {
    return size(keys.stream().filter(values::containsKey).count());
  }

  private static RedisReply type(Map<String, StoredValue> values, List<String> arguments) {
    StoredValue value = values.get(arguments.getFirst());
    return text(value == null ? "none" : value.type());
  }

  private static RedisReply strlen(Plain plain, List<String> arguments) {
    return size(plain.value().getBytes(StandardCharsets.UTF_8).length);
  }

  /** Other than the rest, it takes a key of another type for one that is not there. */
  private static RedisReply mget(Map<String, StoredValue> values, List<String> keys) {
    return present(keys, key -> values.get(key) instanceof Plain(String value) ? value : null);
  }

  private static RedisReply hget(Hash hash, List<String> arguments) {
    String value = hash.fields().get(arguments.get(1));
    return value == null ? NIL : text(value);
  }

  private static RedisReply hmget(Hash hash, List<String> arguments) {
    return present(arguments.subList(1, arguments.size()), hash.fields()::get);
  }

  private static RedisReply hexists(Hash hash, List<String> arguments) {
    return size(hash.fields().containsKey(arguments.get(1)) ? 1 : 0);
  }

  private static RedisReply sismember(Members set, List<String> arguments) {
    return size(set.members().contains(arguments.get(1)) ? 1 : 0);
  }

  private static RedisReply lrange(Items list, List<String> arguments) {
    Long first = number(arguments.get(1));
    Long last = number(arguments.get(2));
    if (first == null || last == null) {
      return NO_NUMBER;
    }
    int size = list.items().size();
    long from = Math.max(0, first < 0 ? size + first : first);
    long to = Math.min(size - 1L, last < 0 ? size + last : last);
    return from > to
        ? new Elements(List.of())
        : new Elements(list.items().subList((int) from, (int) to + 1));
  }

  private static RedisReply lindex(Items list, List<String> arguments) {
    Long index = number(arguments.get(1));
    if (index == null) {
      return NO_NUMBER;
    }
    long at = index < 0 ? list.items().size() + index : index;
    return at < 0 || at >= list.items().size() ? NIL : text(list.items().get((int) at));
  }

  private static RedisReply present(
      List<String> names, Function<String, @Nullable String> valueOf) {
    Map<String, String> present = new LinkedHashMap<>();
    for (String name : names) {
      String value = valueOf.apply(name);
      if (value != null) {
        present.put(name, value);
      }
    }
    return fields(Collections.unmodifiableMap(present));
  }

  private static @Nullable Long number(String text) {
    if (!text.matches("0|-?[1-9][0-9]{0,18}")) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return null; // out of range, which the caller says
    }
  }

  private static RedisReply text(String value) {
    return new Text(value);
  }

  static RedisReply size(long size) {
    return new Whole(size);
  }

  private static RedisReply fields(Map<String, String> fields) {
    return new Fields(fields);
  }

  private static RedisReply elements(Collection<String> elements) {
    return new Elements(List.copyOf(elements));
  }
}
