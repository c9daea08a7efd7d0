package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tasks are found by their names, the newest first. */
public interface NameConformance extends StoreFixture {

  private int numberByRef(String ref) {
    var task = store().<Optional<TaskRow>>read(tx -> Optional.ofNullable(tx.lastByRef(id(1), ref)));
    return task.map(row -> row.id().number()).orElse(0);
  }

  private int numberByBase(String base) {
    var task =
        store().<Optional<TaskRow>>read(tx -> Optional.ofNullable(tx.lastByBase(id(1), base)));
    return task.map(row -> row.id().number()).orElse(0);
  }

  @Test
  default void findsTheNewestTaskOfAName() {
    add(
        task(1, 1).named("a", "a"),
        task(1, 2).named("a", "a"),
        task(1, 3).named("b", "b"),
        task(2, 9).named("a", "a"));

    assertThat(numberByRef("a")).isEqualTo(2);
    assertThat(numberByBase("a")).isEqualTo(2);
    assertThat(numberByRef("c")).isZero();
    assertThat(numberByBase("c")).isZero();
  }

  @Test
  default void findsTurnsOfLoops() {
    add(
        task(1, 1).named("a__1", "a"),
        task(1, 2).named("a__2", "a"),
        task(1, 3).named("a__2__1", "a"),
        task(1, 4).named("a__1", "a"),
        task(1, 5).named("x__7", "x__7"),
        task(1, 6).named("x__7__1", "x__7"));

    assertThat(numberByRef("a__1")).isEqualTo(4);
    assertThat(numberByRef("a__2")).isEqualTo(2);
    assertThat(numberByRef("a__2__1")).isEqualTo(3);
    assertThat(numberByRef("a")).isZero();
    assertThat(numberByBase("a")).isEqualTo(4);
    assertThat(numberByRef("x__7")).isEqualTo(5);
    assertThat(numberByRef("x__7__1")).isEqualTo(6);
    assertThat(numberByBase("x__7")).isEqualTo(6);
  }

  @Test
  default void findsNamesInLargeWorkflows() {
    var tasks = new ArrayList<TaskDraft>();
    tasks.add(task(1, 1).named("first", "first"));
    for (int turn = 2; turn <= 2000; turn++) {
      tasks.add(task(1, turn).named("a__" + turn, "a"));
    }
    add(tasks.toArray(TaskDraft[]::new));

    assertThat(numberByRef("first")).isEqualTo(1);
    assertThat(numberByBase("first")).isEqualTo(1);
    assertThat(numberByBase("a")).isEqualTo(2000);
    for (int turn : new int[] {2, 63, 64, 65, 66, 1000, 2000}) {
      assertThat(numberByRef("a__" + turn)).isEqualTo(turn);
    }
    assertThat(numberByRef("a__2001")).isZero();
  }
}
