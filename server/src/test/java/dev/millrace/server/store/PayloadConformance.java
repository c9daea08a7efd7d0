package dev.millrace.server.store;

import static dev.millrace.server.store.StoreFixture.bytes;
import static dev.millrace.server.store.StoreFixture.id;
import static dev.millrace.server.store.StoreFixture.task;
import static dev.millrace.server.store.StoreFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Inputs and outputs: kept when they are not given, whatever their size. */
public interface PayloadConformance extends StoreFixture {

  private static byte[] large(int seed) {
    var payload = new byte[200_000];
    new Random(seed).nextBytes(payload);
    return payload;
  }

  private TaskRow taskOne() {
    return store().read(tx -> tx.task(new TaskId(id(1), 1)));
  }

  private WorkflowRow workflowOne() {
    return store().read(tx -> tx.workflow(id(1)));
  }

  @Test
  default void keepsPayloadsThatAreNotGiven() {
    add(workflow(1).input(bytes("in")).output(bytes("out")));
    add(task(1, 1).input(bytes("in")).output(bytes("out")));
    change(workflow(1).input(null).output(null));
    change(task(1, 1).input(null).output(null));

    assertThat(workflowOne().input()).isEqualTo(bytes("in"));
    assertThat(workflowOne().output()).isEqualTo(bytes("out"));
    assertThat(taskOne().input()).isEqualTo(bytes("in"));
    assertThat(taskOne().output()).isEqualTo(bytes("out"));
  }

  @Test
  default void keepsLargePayloadsThatAreNotGiven() {
    add(workflow(1).input(large(1)).output(large(2)));
    add(task(1, 1).input(large(3)).output(large(4)));
    change(workflow(1).input(null).output(null));
    change(task(1, 1).input(null).output(null));

    assertThat(workflowOne().input()).isEqualTo(large(1));
    assertThat(workflowOne().output()).isEqualTo(large(2));
    assertThat(taskOne().input()).isEqualTo(large(3));
    assertThat(taskOne().output()).isEqualTo(large(4));
  }

  @Test
  default void changesOnePayloadAndKeepsTheOther() {
    add(task(1, 1).input(large(1)).output(null));
    change(task(1, 1).input(null).output(large(2)));
    assertThat(taskOne().input()).isEqualTo(large(1));
    assertThat(taskOne().output()).isEqualTo(large(2));

    change(task(1, 1).input(bytes("small")).output(null));
    assertThat(taskOne().input()).isEqualTo(bytes("small"));
    assertThat(taskOne().output()).isEqualTo(large(2));
  }

  @Test
  default void payloadsGrowAndShrink() {
    add(task(1, 1).input(bytes("a")));
    add(workflow(1).output(large(1)));
    for (var payload : List.of(large(2), bytes("b"), large(3), new byte[0])) {
      change(task(1, 1).input(payload));
      change(workflow(1).output(payload));
      assertThat(taskOne().input()).isEqualTo(payload);
      assertThat(workflowOne().output()).isEqualTo(payload);
    }
  }

  @Test
  default void bringsLargePayloadsWithEveryWayToRead() {
    add(workflow(1).key("k").input(large(1)));
    add(task(1, 1).queue("q").input(large(2)), task(1, 70).input(large(3)));

    write(tx -> {
      assertThat(tx.lock(List.of(id(1)), 0).workflows().getFirst().input()).isEqualTo(large(1));
      assertThat(tx.workflowByKey("flow", "k").input()).isEqualTo(large(1));
      assertThat(tx.workflows(WorkflowQuery.all(0, 1)).rows().getFirst().input())
          .isEqualTo(large(1));
      assertThat(tx.ready("q", 1, _ -> false).getFirst().row().input()).isEqualTo(large(2));
      assertThat(tx.tasksOf(List.of(id(1))).getLast().input()).isEqualTo(large(3));
      assertThat(tx.lastByRef(id(1), "task_70").input()).isEqualTo(large(3));
      assertThat(tx.lastByBase(id(1), "task_1").input()).isEqualTo(large(2));
    });
  }
}
