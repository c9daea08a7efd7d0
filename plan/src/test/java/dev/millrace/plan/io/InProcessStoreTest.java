package dev.millrace.plan.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.plan.io.RedisReply.Elements;
import dev.millrace.plan.io.RedisReply.Fields;
import dev.millrace.plan.io.RedisReply.ServerError;
import dev.millrace.plan.io.RedisReply.Whole;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What {@link RedisConformance} does not say. */
final class InProcessStoreTest {

  private final InProcessStore store = new InProcessStore();

  @Test
  void saysWhichLineOfAScriptFails() {
    RedisScript script = RedisScript.parse("SET a 1\n\nRPUSH a 2");

    assertThatThrownBy(() -> store.load(script))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 3: WRONGTYPE");
  }

  @Test
  void refusesOptionsThatItDoesNotKnow() {
    assertThat(store.execute(RedisCommand.of("SET", "k", "v", "EX", "10")))
        .isEqualTo(new ServerError("ERR syntax error"));
    assertThat(store.execute(RedisCommand.of("EXISTS", "k"))).isEqualTo(new Whole(0));
  }

  @Test
  void doesNotChangeARepliedListLater() {
    store.load(RedisScript.parse("RPUSH l a b"));
    RedisReply before = store.execute(RedisCommand.of("LRANGE", "l", "0", "-1"));

    store.load(RedisScript.parse("RPUSH l c\nLPUSH l z\nDEL l"));

    assertThat(before).isEqualTo(new Elements(List.of("a", "b")));
  }

  @Test
  void hasExampleDataThatHangsTogether() {
    InProcessStore examples = InProcessStore.withExampleData();
    Set<String> countries = new HashSet<>();
    for (int user = 1; user <= 20; user++) {
      Fields fields = (Fields) examples.execute(RedisCommand.of("HGETALL", "user:" + user));
      countries.add(fields.values().get("country"));
      for (String list : List.of("follow:", "recommendation:")) {
        Elements ids =
            (Elements) examples.execute(RedisCommand.of("LRANGE", list + user, "0", "-1"));
        assertThat(ids.values()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(ids.values())
            .allSatisfy(id ->
                assertThat(examples.execute(RedisCommand.of("EXISTS", "user:" + id)))
                    .isEqualTo(new Whole(1)));
      }
      assertThat(examples.execute(RedisCommand.of("TYPE", "media:" + user)))
          .isEqualTo(new RedisReply.Text("list"));
    }
    assertThat(countries).containsExactlyInAnyOrder("US", "CA", "GB");
  }
}
