package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.io.RedisScript.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedisScriptTest {

  private static List<String> words(String line) {
    return RedisScript.parse(line).statements().getFirst().words();
  }

  @Test
  void readsACommandALine() {
    assertThat(
            RedisScript.parse("# seed\n\nHSET user:1 country US\r\n  RPUSH  l\t1   2 \n")
                .statements())
        .containsExactly(
            new Statement(3, List.of("HSET", "user:1", "country", "US")),
            new Statement(4, List.of("RPUSH", "l", "1", "2")));
  }

  @Test
  void readsQuotedWords() {
    assertThat(words("HSET k country \"Côte d'Ivoire \\\"x\\\"\" e \"\""))
        .containsExactly("HSET", "k", "country", "Côte d'Ivoire \"x\"", "e", "");
    assertThat(words("SET k 'it\\'s \"one\" \\n word'"))
        .containsExactly("SET", "k", "it's \"one\" \\n word");
    assertThat(words("SET k \" 8\" +7 -5 12abc"))
        .containsExactly("SET", "k", " 8", "+7", "-5", "12abc");
  }

  @Test
  void readsEscapes() {
    assertThat(words("SET k \"a\\n\\r\\t\\b\\a\\\\\\q\\x41\\xc3\\xa9\\xZZ\""))
        .containsExactly("SET", "k", "a\n\r\t\b\u0007\\qAéxZZ");
  }

  @Test
  void saysWhereAQuoteIsWrong() {
    assertThatThrownBy(() -> RedisScript.parse("SET a 1\nSET b \"open"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 2: a quote is not closed");
    assertThatThrownBy(() -> RedisScript.parse("SET a \"b\"c"))
        .hasMessage("line 1: a space must follow a closing quote");
  }
}
