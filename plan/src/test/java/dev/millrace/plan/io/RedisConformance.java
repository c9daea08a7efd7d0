package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Nil;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How every client answers, whatever is behind it. */
abstract class RedisConformance {

  private static final String WRONG_TYPE =
      "WRONGTYPE Operation against a key holding the wrong kind of value";

  /** The client of an empty store. */
  abstract RedisClient client();

  private RedisClient client;

  @BeforeEach
  void empty() {
    client = client();
    assertThat(reply("FLUSHALL")).isEqualTo(new Text("OK"));
  }

  RedisReply reply(String name, String... arguments) {
    return Outcome.of(client, RedisCommand.of(name, arguments)).reply();
  }

  private void load(String script) {
    RedisScript.parse(script)
        .statements()
        .forEach(each ->
            assertThat(Outcome.of(client, each.command()).reply())
                .isNotInstanceOf(ServerError.class));
  }

  @Test
  void answersInTheOrderOfTheCommands() {
    load("SET a 1\nSET b 2");

    List<RedisReply> replies =
        Outcome.of(
                client,
                RedisCommand.of("GET", "b"),
                RedisCommand.of("GET", "none"),
                RedisCommand.of("GET", "a"),
                RedisCommand.of("GET", "b"))
            .replies();

    assertThat(replies).containsExactly(new Text("2"), new Nil(), new Text("1"), new Text("2"));
  }

  @Test
  void answersNoCommandsWithNoReplies() {
    assertThat(Outcome.of(client, List.of()).replies()).isEmpty();
  }

  @Test
  void readsHashes() {
    load("HSET user:1 country US name Ada empty \"\"");

    assertThat(reply("HGETALL", "user:1"))
        .isEqualTo(new Fields(Map.of("country", "US", "name", "Ada", "empty", "")));
    assertThat(((Fields) reply("HGETALL", "user:1")).values().keySet())
        .containsExactly("country", "name", "empty");
    assertThat(reply("HGETALL", "user:2")).isEqualTo(new Fields(Map.of()));
    assertThat(reply("HGET", "user:1", "country")).isEqualTo(new Text("US"));
    assertThat(reply("HGET", "user:1", "empty")).isEqualTo(new Text(""));
    assertThat(reply("HGET", "user:1", "none")).isEqualTo(new Nil());
    assertThat(reply("HGET", "user:2", "country")).isEqualTo(new Nil());
    assertThat(reply("HMGET", "user:1", "name", "none", "empty"))
        .isEqualTo(new Fields(Map.of("name", "Ada", "empty", "")));
    assertThat(reply("HMGET", "user:2", "name")).isEqualTo(new Fields(Map.of()));
    assertThat(reply("HLEN", "user:1")).isEqualTo(new Whole(3));
    assertThat(reply("HEXISTS", "user:1", "name")).isEqualTo(new Whole(1));
    assertThat(reply("HEXISTS", "user:1", "none")).isEqualTo(new Whole(0));
    assertThat(reply("HKEYS", "user:1"))
        .isEqualTo(new Elements(List.of("country", "name", "empty")));
    assertThat(reply("HVALS", "user:1")).isEqualTo(new Elements(List.of("US", "Ada", "")));
  }

  @Test
  void changesHashes() {
    load("HSET h a 1 b 2");

    assertThat(reply("HSET", "h", "b", "3", "c", "4")).isEqualTo(new Whole(1));
    assertThat(reply("HDEL", "h", "a", "none")).isEqualTo(new Whole(1));
    assertThat(reply("HGETALL", "h")).isEqualTo(new Fields(Map.of("b", "3", "c", "4")));
    assertThat(reply("HDEL", "h", "b", "c")).isEqualTo(new Whole(2));
    assertThat(reply("EXISTS", "h")).isEqualTo(new Whole(0));
  }

  @Test
  void readsLists() {
    load("RPUSH list b c \"\" d\nLPUSH list a z");

    assertThat(reply("LRANGE", "list", "0", "-1"))
        .isEqualTo(new Elements(List.of("z", "a", "b", "c", "", "d")));
    assertThat(reply("LRANGE", "list", "1", "2")).isEqualTo(new Elements(List.of("a", "b")));
    assertThat(reply("LRANGE", "list", "-2", "-1")).isEqualTo(new Elements(List.of("", "d")));
    assertThat(reply("LRANGE", "list", "-100", "0")).isEqualTo(new Elements(List.of("z")));
    assertThat(reply("LRANGE", "list", "4", "9999")).isEqualTo(new Elements(List.of("", "d")));
    assertThat(reply("LRANGE", "list", "6", "9")).isEqualTo(new Elements(List.of()));
    assertThat(reply("LRANGE", "list", "3", "1")).isEqualTo(new Elements(List.of()));
    assertThat(reply("LRANGE", "list", "0", "-100")).isEqualTo(new Elements(List.of()));
    assertThat(reply("LRANGE", "none", "0", "-1")).isEqualTo(new Elements(List.of()));
    assertThat(reply("LLEN", "list")).isEqualTo(new Whole(6));
    assertThat(reply("LLEN", "none")).isEqualTo(new Whole(0));
    assertThat(reply("LINDEX", "list", "-1")).isEqualTo(new Text("d"));
    assertThat(reply("LINDEX", "list", "4")).isEqualTo(new Text(""));
    assertThat(reply("LINDEX", "list", "6")).isEqualTo(new Nil());
    assertThat(reply("LINDEX", "none", "0")).isEqualTo(new Nil());
  }

  @Test
  void readsLongLists() {
    List<String> items = IntStream.range(0, 100_000).mapToObj(i -> "item-" + i).toList();
    List<String> words = new ArrayList<>(List.of("long"));
    words.addAll(items);

    assertThat(Outcome.of(client, new RedisCommand("RPUSH", words)).reply())
        .isEqualTo(new Whole(100_000));

    assertThat(reply("LRANGE", "long", "0", "-1")).isEqualTo(new Elements(items));
    assertThat(reply("LRANGE", "long", "99998", "1000000"))
        .isEqualTo(new Elements(List.of("item-99998", "item-99999")));
  }

  @Test
  void readsManyKeysInOneSend() {
    List<RedisCommand> writes = new ArrayList<>();
    List<RedisCommand> reads = new ArrayList<>();
    List<RedisReply> expected = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      writes.add(RedisCommand.of("HSET", "user:" + i, "id", "" + i));
      reads.add(RedisCommand.of("HGETALL", "user:" + i));
      expected.add(new Fields(Map.of("id", "" + i)));
    }

    assertThat(Outcome.of(client, writes).replies()).hasSize(20_000).containsOnly(new Whole(1));
    assertThat(Outcome.of(client, reads).replies()).isEqualTo(expected);
  }

  @Test
  void readsStrings() {
    load("SET text hello\nSET empty \"\"\nMSET a 1 b 2\nHSET hash f v");

    assertThat(reply("GET", "text")).isEqualTo(new Text("hello"));
    assertThat(reply("GET", "empty")).isEqualTo(new Text(""));
    assertThat(reply("GET", "none")).isEqualTo(new Nil());
    assertThat(reply("STRLEN", "text")).isEqualTo(new Whole(5));
    assertThat(reply("STRLEN", "none")).isEqualTo(new Whole(0));
    assertThat(reply("MGET", "a", "none", "hash", "b", "a"))
        .isEqualTo(new Fields(Map.of("a", "1", "b", "2")));
  }

  @Test
  void readsSets() {
    assertThat(reply("SADD", "set", "a", "b", "a")).isEqualTo(new Whole(2));
    assertThat(reply("SADD", "set", "b", "c")).isEqualTo(new Whole(1));

    assertThat(((Elements) reply("SMEMBERS", "set")).values())
        .containsExactlyInAnyOrder("a", "b", "c");
    assertThat(reply("SMEMBERS", "none")).isEqualTo(new Elements(List.of()));
    assertThat(reply("SISMEMBER", "set", "b")).isEqualTo(new Whole(1));
    assertThat(reply("SISMEMBER", "set", "x")).isEqualTo(new Whole(0));
    assertThat(reply("SCARD", "set")).isEqualTo(new Whole(3));
  }

  @Test
  void tellsWhatThereIs() {
    load("SET s x\nHSET h f v\nRPUSH l x\nSADD m x");

    assertThat(reply("TYPE", "s")).isEqualTo(new Text("string"));
    assertThat(reply("TYPE", "h")).isEqualTo(new Text("hash"));
    assertThat(reply("TYPE", "l")).isEqualTo(new Text("list"));
    assertThat(reply("TYPE", "m")).isEqualTo(new Text("set"));
    assertThat(reply("TYPE", "none")).isEqualTo(new Text("none"));
    assertThat(reply("EXISTS", "s", "none", "h", "s")).isEqualTo(new Whole(3));
    assertThat(reply("DEL", "s", "none", "h")).isEqualTo(new Whole(2));
    assertThat(reply("EXISTS", "s")).isEqualTo(new Whole(0));
    assertThat(reply("PING")).isEqualTo(new Text("PONG"));
    assertThat(reply("PING", "you")).isEqualTo(new Text("you"));
  }

  @Test
  void keepsEveryText() {
    String texts = "Côte d'Ivoire \"x\" 東京 🚀 line\r\nbreak \t tab \\ back";
    assertThat(reply("HSET", "schlüssel:ü", "länd", texts)).isEqualTo(new Whole(1));

    assertThat(reply("HGETALL", "schlüssel:ü")).isEqualTo(new Fields(Map.of("länd", texts)));
    assertThat(reply("SET", "s", texts)).isEqualTo(new Text("OK"));
    assertThat(reply("STRLEN", "s"))
        .isEqualTo(new Whole(texts.getBytes(StandardCharsets.UTF_8).length));
  }

  @Test
  void refusesTheWrongType() {
    load("SET s x\nHSET h f v\nRPUSH l x\nSADD m x");

    assertThat(
            List.of(
                reply("HGETALL", "s"),
                reply("HGET", "l", "f"),
                reply("HMGET", "m", "f"),
                reply("LRANGE", "h", "0", "-1"),
                reply("LLEN", "s"),
                reply("GET", "h"),
                reply("STRLEN", "l"),
                reply("SMEMBERS", "l"),
                reply("HSET", "l", "f", "v"),
                reply("RPUSH", "h", "x"),
                reply("SADD", "s", "x")))
        .containsOnly(new ServerError(WRONG_TYPE));
  }

  @Test
  void answersTheOthersWhenOneIsRefused() {
    load("SET s x\nHSET h f v");

    assertThat(
            Outcome.of(
                    client,
                    RedisCommand.of("HGETALL", "h"),
                    RedisCommand.of("HGETALL", "s"),
                    RedisCommand.of("GET", "s"))
                .replies())
        .containsExactly(new Fields(Map.of("f", "v")), new ServerError(WRONG_TYPE), new Text("x"));
  }

  @Test
  void refusesMisuse() {
    load("RPUSH l x");

    assertThat(reply("FLY", "to", "the moon"))
        .isEqualTo(
            new ServerError(
                "ERR unknown command 'FLY', with args beginning with: 'to' 'the moon' "));
    assertThat(reply("HGETALL"))
        .isEqualTo(new ServerError("ERR wrong number of arguments for 'hgetall' command"));
    assertThat(reply("HGETALL", "a", "b"))
        .isEqualTo(new ServerError("ERR wrong number of arguments for 'hgetall' command"));
    assertThat(reply("HSET", "a", "b", "c", "d"))
        .isEqualTo(new ServerError("ERR wrong number of arguments for 'hset' command"));
    assertThat(
            List.of(
                reply("LRANGE", "l", "a", "1"),
                reply("LRANGE", "l", "0", "1.5"),
                reply("LRANGE", "l", "0", "99999999999999999999"),
                reply("LRANGE", "l", "+1", "2"),
                reply("LINDEX", "l", "")))
        .containsOnly(new ServerError("ERR value is not an integer or out of range"));
  }

  @Test
  void knowsCommandsInAnyCase() {
    load("HSET h f v");

    assertThat(reply("hgetall", "h")).isEqualTo(new Fields(Map.of("f", "v")));
    assertThat(reply("hmGet", "h", "f")).isEqualTo(new Fields(Map.of("f", "v")));
  }
}
