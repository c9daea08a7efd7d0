package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.Nil;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Text;
import dev.millrace.plan.io.RedisReply.Whole;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

final class ReplyReaderTest {

  private static final RedisCommand LRANGE = RedisCommand.of("LRANGE", "l", "0", "-1");
  private static final RedisCommand HGETALL = RedisCommand.of("HGETALL", "h");

  private static ReplyReader reader(String bytes, long most) {
    return new ReplyReader(
        new ReplyInput(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.UTF_8)), () -> {}),
        most);
  }

  private static RedisReply read(String bytes, RedisCommand command) {
    return reader(bytes, 1000).read(command);
  }

  @Test
  void readsEveryKind() {
    assertThat(read("+OK\r\n", LRANGE)).isEqualTo(new Text("OK"));
    assertThat(read("-ERR no\r\n", LRANGE)).isEqualTo(new ServerError("ERR no"));
    assertThat(read(":-42\r\n", LRANGE)).isEqualTo(new Whole(-42));
    assertThat(read("$-1\r\n", LRANGE)).isEqualTo(new Nil());
    assertThat(read("$0\r\n\r\n", LRANGE)).isEqualTo(new Text(""));
    assertThat(read("$3\r\né!\r\n", LRANGE)).isEqualTo(new Text("é!"));
    assertThat(read("*-1\r\n", LRANGE)).isEqualTo(new Nil());
    assertThat(read("*0\r\n", LRANGE)).isEqualTo(new Elements(List.of()));
    assertThat(read("*2\r\n$1\r\na\r\n:7\r\n", LRANGE)).isEqualTo(new Elements(List.of("a", "7")));
    assertThat(read("*2\r\n$1\r\na\r\n$1\r\nb\r\n", HGETALL))
        .isEqualTo(new Fields(Map.of("a", "b")));
    assertThat(read("*0\r\n", HGETALL)).isEqualTo(new Fields(Map.of()));
    assertThat(read("*2\r\n$-1\r\n$1\r\nv\r\n", RedisCommand.of("HMGET", "h", "none", "there")))
        .isEqualTo(new Fields(Map.of("there", "v")));
  }

  @Test
  void dropsWhatIsTooLargeAndGoesOnBehindIt() {
    ReplyReader reader =
        reader(
            "$2000\r\n"
                + "x".repeat(2000)
                + "\r\n*3\r\n$1\r\na\r\n$990\r\n"
                + "x".repeat(990)
                + "\r\n$1\r\nb\r\n*500\r\n"
                + ":1\r\n".repeat(500)
                + "+OK\r\n",
            1000);

    assertThat(reader.read(LRANGE)).isNull();
    assertThat(reader.bytes()).isEqualTo(2000);
    assertThat(reader.read(LRANGE)).isNull();
    assertThat(reader.read(LRANGE)).isNull();
    assertThat(reader.read(LRANGE)).isEqualTo(new Text("OK"));
  }

  @Test
  void saysThatNestedRepliesAreNotForIt() {
    ReplyReader reader = reader("*2\r\n*2\r\n:1\r\n*0\r\n:2\r\n+OK\r\n", 1000);

    assertThat(reader.read(RedisCommand.of("XRANGE", "s")))
        .isEqualTo(new ServerError("ERR the reply to 'XRANGE' is nested, not supported"));
    assertThat(reader.read(LRANGE)).isEqualTo(new Text("OK"));
  }

  @Test
  void refusesWhatIsNotRedis() {
    assertThatThrownBy(() -> read("HTTP/1.1 400 Bad Request\r\n", LRANGE))
        .isInstanceOf(JedisConnectionException.class)
        .hasMessageContaining("not Redis");
    assertThatThrownBy(() -> read("*1\r\n".repeat(100), LRANGE))
        .isInstanceOf(JedisConnectionException.class)
        .hasMessageContaining("nested too deep");
    assertThatThrownBy(() -> read("$5\r\nab", LRANGE)).isInstanceOf(JedisConnectionException.class);
  }

  @RepeatedTest(20)
  void readsTheSameHoweverItArrives() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    StringBuilder bytes = new StringBuilder();
    List<RedisReply> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      List<String> elements = new ArrayList<>();
      for (int j = random.nextInt(1, 6); j > 0; j--) {
        elements.add("é".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(20_000) / 100));
      }
      bytes.append("*").append(elements.size()).append("\r\n");
      for (String element : elements) {
        int length = element.getBytes(StandardCharsets.UTF_8).length;
        bytes.append("$").append(length).append("\r\n").append(element).append("\r\n");
      }
      expected.add(new Elements(elements));
    }
    AtomicInteger waits = new AtomicInteger();
    ReplyInput in = new ReplyInput(trickle(bytes.toString(), random), waits::incrementAndGet);
    ReplyReader reader = new ReplyReader(in, 1 << 20);

    List<RedisReply> replies = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      in.awaitReply();
      replies.add(reader.read(LRANGE));
    }

    assertThat(replies).as("seed %d", seed).isEqualTo(expected);
    assertThat(waits).hasPositiveValue();
  }

  /** Gives as many bytes at once as chance will have it. */
  private static InputStream trickle(String text, Random random) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public int read(byte[] bytes, int offset, int length) {
        return super.read(bytes, offset, Math.min(length, random.nextInt(1, 100)));
      }
    };
  }
}
