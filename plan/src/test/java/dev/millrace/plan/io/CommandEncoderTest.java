package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class CommandEncoderTest {

  private final CommandEncoder encoder = new CommandEncoder();

  private String drained() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encoder.drainTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void writesCommandsOneAfterTheOther() throws IOException {
    encoder.add(RedisCommand.of("HGETALL", "user:7"));
    encoder.add(RedisCommand.of("PING"));

    assertThat(drained()).isEqualTo("*2\r\n$7\r\nHGETALL\r\n$6\r\nuser:7\r\n*1\r\n$4\r\nPING\r\n");
    assertThat(drained()).isEmpty();
  }

  @Test
  void countsBytesNotChars() throws IOException {
    encoder.add(RedisCommand.of("GET", "aé東🚀"));
    encoder.add(RedisCommand.of("GET", ""));

    assertThat(drained())
        .isEqualTo("*2\r\n$3\r\nGET\r\n$10\r\naé東🚀\r\n*2\r\n$3\r\nGET\r\n$0\r\n\r\n");
  }

  @Test
  void hasRoomForLongCommands() throws IOException {
    String text = "x".repeat(3_000_000);
    RedisCommand command = RedisCommand.of("SET", "k", text);
    encoder.add(command);

    String bytes = drained();

    assertThat(bytes).endsWith("$3000000\r\n" + text + "\r\n");
    assertThat((long) bytes.length()).isLessThanOrEqualTo(CommandEncoder.mostBytes(command));
    encoder.add(RedisCommand.of("PING"));
    assertThat(drained()).isEqualTo("*1\r\n$4\r\nPING\r\n");
  }

  @Test
  void neverMakesMoreBytesThanItSays() throws IOException {
    for (String text : new String[] {"", "a", "東".repeat(50), "🚀".repeat(50)}) {
      RedisCommand command = RedisCommand.of("GET", text, text, text);
      encoder.add(command);

      assertThat((long) drained().getBytes(StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(CommandEncoder.mostBytes(command));
    }
  }
}
