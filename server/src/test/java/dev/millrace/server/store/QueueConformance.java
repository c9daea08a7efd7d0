package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues, delays and timers. */
public interface QueueConformance extends StoreFixture {

  private List<Integer> ready(String queue, int limit) {
    return store()
        .write(tx ->
            tx.ready(queue, limit, _ -> false).stream().map(row -> row.id().number()).toList());
  }

  @Test
  default void bringsAtLeastTheTasksThatAreNotKnown() {
    add(task(1, 1).queue("q"), task(1, 2).queue("q"));
    var known = new TaskId(id(1), 1);

    var ready = store().<List<ReadyTask>>write(tx -> tx.ready("q", 9, known::equals));

    assertThat(ready).extracting(task -> task.id().number()).containsExactly(1, 2);
    assertThat(ready.getLast().row().id()).isEqualTo(new TaskId(id(1), 2));
  }

  @Test
  default void handsOutByPriorityThenTimeThenId() {
    add(
        task(1, 1).queue("q").priority(0).readyAt(1),
        task(1, 2).queue("q").priority(5).readyAt(9),
        task(1, 3).queue("q").priority(5).readyAt(8),
        task(1, 5).queue("q").priority(0).readyAt(1),
        task(1, 4).queue("q").priority(0).readyAt(1),
        task(1, 6).queue("q").priority(-1).readyAt(0));

    assertThat(ready("q", 10)).containsExactly(3, 2, 1, 4, 5, 6);
    assertThat(ready("q", 2)).containsExactly(3, 2);
    assertThat(ready("q", 0)).isEmpty();
  }

  @Test
  default void handsOutOnlyWhatIsReadyInThisQueue() {
    add(
        task(1, 1).queue("q"),
        task(1, 2).queue("d:q"),
        task(1, 3).queue("q").delayedUntil(5),
        task(1, 4));

    assertThat(ready("q", 10)).containsExactly(1);
    assertThat(ready("d:q", 10)).containsExactly(2);
    assertThat(ready("other", 10)).isEmpty();
  }

  @Test
  default void aTaskThatWasTakenIsNotHandedOutAgain() {
    add(task(1, 1).queue("q"), task(1, 2).queue("q"));
    change(task(1, 1).status("IN_PROGRESS"));
    assertThat(ready("q", 10)).containsExactly(2);
    change(task(1, 1).queue("q"));
    assertThat(ready("q", 10)).containsExactly(1, 2);
  }

  @Test
  default void promotesWhatIsDue() {
    add(
        task(1, 1).queue("a").delayedUntil(10),
        task(1, 2).queue("a").delayedUntil(11),
        task(1, 3).queue("b").delayedUntil(12),
        task(1, 4).queue("c").delayedUntil(13));

    assertThat(store().<List<String>>write(tx -> tx.promote(9, 10))).isEmpty();
    assertThat(store().<List<String>>write(tx -> tx.promote(12, 10)))
        .containsExactlyInAnyOrder("a", "b");
    assertThat(ready("a", 10)).containsExactly(1, 2);
    assertThat(ready("b", 10)).containsExactly(3);
    assertThat(ready("c", 10)).isEmpty();
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(13);
    assertThat(store().<List<String>>write(tx -> tx.promote(12, 10))).isEmpty();
  }

  @Test
  default void promotesTheEarliestIfNotAll() {
    add(
        task(1, 1).queue("a").delayedUntil(12),
        task(1, 2).queue("a").delayedUntil(11),
        task(1, 3).queue("a").delayedUntil(10));

    assertThat(store().<List<String>>write(tx -> tx.promote(99, 2))).containsExactly("a");
    assertThat(ready("a", 10)).containsExactly(3, 2);
  }

  @Test
  default void tellsWhichTimersAreDue() {
    add(workflow(1).timerAt(20), workflow(2).timerAt(40), workflow(3));
    add(task(1, 1).timerAt(10), task(1, 2).timerAt(30), task(1, 3));

    assertThat(store().<List<Timer>>write(tx -> tx.due(9, 10))).isEmpty();
    assertThat(store().<List<Timer>>write(tx -> tx.due(30, 10)))
        .containsExactly(new Timer(id(1), 1), new Timer(id(1), 0), new Timer(id(1), 2));
    assertThat(store().<List<Timer>>write(tx -> tx.due(99, 2)))
        .containsExactly(new Timer(id(1), 1), new Timer(id(1), 0));
  }

  @Test
  default void tellsWhenSomethingIsNextToDo() {
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(Store.NEVER);
    add(task(1, 1).queue("q").delayedUntil(50));
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(50);
    add(task(1, 2).timerAt(40));
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(40);
    add(workflow(1).timerAt(30));
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(30);
    change(workflow(1));
    change(task(1, 2));
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(50);
  }

  @Test
  default void countsWhatWaits() {
    assertThat(store().<List<QueueSize>>read(ReadTransaction::queueSizes)).isEmpty();
    add(
        task(1, 1).queue("a").readyAt(7),
        task(1, 2).queue("a").readyAt(5).priority(3),
        task(1, 3).queue("a").delayedUntil(2),
        task(1, 4).queue("b").delayedUntil(9),
        task(1, 5));

    assertThat(store().<List<QueueSize>>read(ReadTransaction::queueSizes))
        .containsExactlyInAnyOrder(new QueueSize("a", 2, 1, 5), new QueueSize("b", 0, 1, 0));
  }

  @Test
  default void keepsTheLastPollOfEachTypeAndDomain() {
    write(tx ->
        tx.polled(
            List.of(
                new PollRow("t", null, "one", 1),
                new PollRow("t", "d", null, 2),
                new PollRow("t", null, "two", 3))));
    write(tx -> tx.polled(List.of(new PollRow("t", "d", "three", 4))));
    write(tx -> tx.polled(List.of()));

    assertThat(store().<List<PollRow>>read(ReadTransaction::polls))
        .containsExactlyInAnyOrder(
            new PollRow("t", null, "two", 3), new PollRow("t", "d", "three", 4));
  }

  @Test
  default void countsWhoCountsInALimit() {
    add(task(1, 1).slot("s"), task(1, 2).slot("s"), task(1, 3).slot("t"), task(1, 4));
    assertThat(store().<Integer>write(tx -> tx.held("s"))).isEqualTo(2);
    change(task(1, 1));
    assertThat(store().<Integer>write(tx -> tx.held("s"))).isEqualTo(1);
    assertThat(store().<Integer>write(tx -> tx.held("none"))).isZero();
  }

  @Test
  default void countsGrantsInAWindow() {
    write(tx -> {
      tx.lockLimit("rate");
      tx.grant("rate", 10, 2);
      tx.grant("rate", 20, 1);
      tx.grant("rate", 20, 3);
      tx.grant("other", 15, 7);
    });

    assertThat(store().<Grants>write(tx -> tx.grants("rate", 10))).isEqualTo(new Grants(6, 10));
    assertThat(store().<Grants>write(tx -> tx.grants("rate", 11))).isEqualTo(new Grants(4, 20));
    assertThat(store().<Grants>write(tx -> tx.grants("rate", 0))).isEqualTo(new Grants(4, 20));
    assertThat(store().<Grants>write(tx -> tx.grants("none", 0))).isEqualTo(new Grants(0, 0));
  }
}
