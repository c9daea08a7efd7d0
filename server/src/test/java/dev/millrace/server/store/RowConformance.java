package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.bytes;
import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written is read. */
public interface RowConformance extends StoreFixture {

  private static WorkflowRow fullWorkflow(String status, int version, byte[] input, byte[] output) {
    return new WorkflowRow(
        id(1),
        "flow ☃",
        version,
        status,
        "order 7 " + version,
        id(9),
        11,
        12 + version,
        13 + version,
        14 + version,
        15 + version,
        "key",
        version == 1,
        new byte[] {0, 1, (byte) 255, (byte) version},
        input,
        output);
  }

  private static TaskRow fullTask(String status, int version, byte[] input, byte[] output) {
    return new TaskRow(
        new TaskId(id(1), 3),
        "a__1",
        "a",
        "type ☃",
        status,
        "domain:type" + version,
        -5,
        21 + version,
        version == 1,
        22 + version,
        "slot" + version,
        23 + version,
        "[\"chained\"]" + version,
        new byte[] {0, 2, (byte) 254, (byte) version},
        input,
        output);
  }

  @Test
  default void readsEveryColumnOfAWorkflow() {
    var row = fullWorkflow("RUNNING", 1, bytes("{\"in\":1}"), bytes("{\"out\":1}"));
    write(tx -> tx.save(new Changes(List.of(row), List.of(), List.of(), List.of(), List.of())));

    assertThat(store().<WorkflowRow>read(tx -> tx.workflow(id(1))))
        .usingRecursiveComparison()
        .isEqualTo(row);
    assertThat(
            store().<List<WorkflowRow>>write(tx -> tx.lock(List.of(id(1), id(2)), 0).workflows()))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(row);
  }

  @Test
  default void readsEveryColumnOfATask() {
    var row = fullTask("SCHEDULED", 1, bytes("{\"in\":1}"), bytes("{\"out\":1}"));
    write(tx -> tx.save(new Changes(List.of(), List.of(), List.of(row), List.of(), List.of())));

    assertThat(store().<TaskRow>read(tx -> tx.task(row.id())))
        .usingRecursiveComparison()
        .isEqualTo(row);
    assertThat(store().<List<TaskRow>>write(tx -> tx.tasksOf(List.of(id(1), id(2)))))
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(row);
  }

  @Test
  default void readsWhatIsNotThereAsNull() {
    var flow = workflow(1).input(null).row();
    var task = task(1, 1).input(null).row();
    write(
        tx -> tx.save(new Changes(List.of(flow), List.of(), List.of(task), List.of(), List.of())));

    assertThat(store().<WorkflowRow>read(tx -> tx.workflow(id(1))))
        .usingRecursiveComparison()
        .isEqualTo(flow);
    assertThat(store().<TaskRow>read(tx -> tx.task(task.id())))
        .usingRecursiveComparison()
        .isEqualTo(task);
    assertThat(store().<Boolean>read(tx -> tx.workflow(id(2)) == null)).isTrue();
    assertThat(store().<Boolean>read(tx -> tx.task(new TaskId(id(1), 2)) == null)).isTrue();
  }

  @Test
  default void changesEveryColumnThatMayChange() {
    var flow = fullWorkflow("COMPLETED", 2, bytes("{}"), bytes("{\"out\":2}"));
    var task = fullTask("COMPLETED", 2, bytes("{}"), bytes("{\"out\":2}"));
    write(tx -> {
      tx.save(
          new Changes(
              List.of(fullWorkflow("RUNNING", 1, bytes("1"), bytes("2"))),
              List.of(),
              List.of(fullTask("SCHEDULED", 1, bytes("3"), bytes("4"))),
              List.of(),
              List.of()));
      tx.save(new Changes(List.of(), List.of(flow), List.of(), List.of(task), List.of()));
    });

    assertThat(store().<WorkflowRow>read(tx -> tx.workflow(id(1))))
        .usingRecursiveComparison()
        .isEqualTo(flow);
    assertThat(store().<TaskRow>read(tx -> tx.task(task.id())))
        .usingRecursiveComparison()
        .isEqualTo(task);
  }

  @Test
  default void takesNumbersAsUnsigned() {
    add(task(1, -1), task(1, Integer.MAX_VALUE), task(1, 1));

    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 0, 10)))
        .extracting(row -> row.id().number())
        .containsExactly(1, Integer.MAX_VALUE, -1);
    assertThat(store().<TaskRow>read(tx -> tx.task(new TaskId(id(1), -1))).id().number())
        .isEqualTo(-1);
  }

  @Test
  default void leavesAloneWhatIsGone() {
    change(workflow(1).output(new byte[100_000]));
    change(task(1, 1).output(new byte[100_000]));

    assertThat(store().<Boolean>read(tx -> tx.workflow(id(1)) == null)).isTrue();
    assertThat(store().<Boolean>read(tx -> tx.task(new TaskId(id(1), 1)) == null)).isTrue();
  }

  @Test
  default void listsTheTasksOfAWorkflow() {
    add(task(1, 2), task(1, 1).status("COMPLETED"), task(1, 3).status("FAILED"), task(2, 1));

    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 1, 10)))
        .extracting(row -> row.id().number())
        .containsExactly(2, 3);
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 0, 2)))
        .extracting(row -> row.id().number())
        .containsExactly(1, 2);
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), List.of("FAILED", "COMPLETED"))))
        .extracting(row -> row.id().number())
        .containsExactly(1, 3);
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), List.of()))).isEmpty();
    assertThat(store().<List<TaskRow>>write(tx -> tx.tasksOf(List.of(id(2), id(1), id(3)))))
        .extracting(TaskRow::id)
        .containsExactly(
            new TaskId(id(1), 1), new TaskId(id(1), 2), new TaskId(id(1), 3), new TaskId(id(2), 1));
  }

  @Test
  default void locksWorkflowsTogetherWithTheirFirstTasks() {
    var row = fullWorkflow("RUNNING", 1, null, null);
    var locked =
        store()
            .<Locked>write(tx -> {
              // What the transaction itself wrote is seen as well.
              tx.save(
                  new Changes(
                      List.of(row),
                      List.of(),
                      List.of(
                          task(1, 2).row(), task(1, 1).row(), task(1, 3).row(), task(2, 1).row()),
                      List.of(),
                      List.of()));
              return tx.lock(List.of(id(1), id(3)), 2);
            });

    assertThat(locked.workflows()).extracting(WorkflowRow::id).containsExactly(id(1));
    assertThat(locked.tasks())
        .extracting(TaskRow::id)
        .containsExactly(new TaskId(id(1), 1), new TaskId(id(1), 2));
    assertThat(locked.revision()).isEqualTo(store().<Long>read(tx -> tx.revision()));
    assertThat(store().<Locked>write(tx -> tx.lock(List.of(), 9)).workflows()).isEmpty();
  }

  @Test
  default void removesTasksWithTheirLogs() {
    add(task(1, 1).input(new byte[10_000]), task(1, 2));
    var gone = new TaskId(id(1), 1);
    write(tx -> tx.log(List.of(new LogRow(gone, 5, "line"))));
    remove(gone);

    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 0, 10)))
        .extracting(row -> row.id().number())
        .containsExactly(2);
    assertThat(store().<List<LogRow>>read(tx -> tx.logs(gone))).isEmpty();
  }

  @Test
  default void deletesAWorkflowWithAllThatBelongsToIt() {
    add(workflow(1).input(new byte[10_000]).key("k"), workflow(2));
    add(task(1, 1).queue("q").timerAt(1).slot("s"), task(1, 2).delayedUntil(1), task(2, 1));
    write(tx -> tx.log(List.of(new LogRow(new TaskId(id(1), 1), 5, "line"))));

    assertThat(store().<Boolean>write(tx -> tx.delete(id(1)))).isTrue();
    assertThat(store().<Boolean>write(tx -> tx.delete(id(1)))).isFalse();

    assertThat(store().<Boolean>read(tx -> tx.workflow(id(1)) == null)).isTrue();
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(1), 0, 10))).isEmpty();
    assertThat(store().<List<LogRow>>read(tx -> tx.logs(new TaskId(id(1), 1)))).isEmpty();
    assertThat(store().<List<QueueSize>>read(ReadTransaction::queueSizes)).isEmpty();
    assertThat(store().<Long>write(WriteTransaction::nextTimer)).isEqualTo(Store.NEVER);
    assertThat(store().<Integer>write(tx -> tx.held("s"))).isZero();
    assertThat(store().<List<TaskRow>>read(tx -> tx.tasksOf(id(2), 0, 10))).hasSize(1);
  }

  @Test
  default void keepsLogsInTheOrderInWhichTheyWereWritten() {
    var task = new TaskId(id(1), 1);
    var other = new TaskId(id(1), 2);
    write(tx -> tx.log(List.of(new LogRow(task, 9, "first"), new LogRow(other, 9, "other"))));
    write(tx -> tx.log(List.of(new LogRow(task, 3, "second ☃"))));

    assertThat(store().<List<LogRow>>read(tx -> tx.logs(task)))
        .containsExactly(new LogRow(task, 9, "first"), new LogRow(task, 3, "second ☃"));
  }
}
