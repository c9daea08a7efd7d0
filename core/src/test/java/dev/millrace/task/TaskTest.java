package dev.millrace.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The values of the task model, without a scheduler. */
class TaskTest {

  private static final Awaiter AWAITER = () -> false;

  @Test
  void T01_aTaskIsAStepWithADescription() throws Exception {
    Task task = Task.of("name", (_, id) -> id == 7 ? TaskStatus.FINISHED : TaskStatus.CONTINUE);

    assertThat(task.withDescription("what it does").description()).isEqualTo("what it does");
    assertThat(task.name()).isEqualTo("name");
    assertThat(task.step().run(null, 7)).isEqualTo(TaskStatus.FINISHED);
    assertThat(task.step().run(null, 0)).isEqualTo(TaskStatus.CONTINUE);
  }

  @Test
  void T02_aContinuationCanBeCalled() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Continuation continuation = _ -> calls.incrementAndGet();
    Continuation failing =
        _ -> {
          throw new IllegalStateException("continuation");
        };

    continuation.run(null);

    assertThat(calls).hasValue(1);
    assertThatThrownBy(() -> failing.run(null)).hasMessage("continuation");
  }

  @Test
  void T03_statusesKnowWhatTheyAre() {
    TaskStatus blocked = TaskStatus.blocked(AWAITER, BlockReason.LOCK);

    assertThat(TaskStatus.CONTINUE.isContinue()).isTrue();
    assertThat(TaskStatus.YIELD.isYield()).isTrue();
    assertThat(TaskStatus.FINISHED.isFinished()).isTrue();
    assertThat(TaskStatus.CANCELLED.isCancelled()).isTrue();
    assertThat(blocked.isBlocked()).isTrue();
    assertThat(TaskStatus.BLOCKED_ON_SIGNAL.isBlocked()).isTrue();
    for (TaskStatus status : TaskStatus.Simple.values()) {
      assertThat(status.isBlocked()).isFalse();
      assertThat(blocked).isNotEqualTo(status);
    }
    assertThat(TaskStatus.CONTINUE.isFinished()).isFalse();
    assertThat(blocked.isContinue() || blocked.isYield()).isFalse();
    assertThat(blocked.isFinished() || blocked.isCancelled()).isFalse();
    assertThat(TaskStatus.Simple.values())
        .extracting(Object::toString)
        .containsExactly("CONTINUE", "YIELD", "FINISHED", "CANCELLED");
  }

  @Test
  void T03_onlyBlockedHasAnAwaiter() {
    TaskStatus blocked = TaskStatus.blocked(AWAITER, BlockReason.LOCK);

    assertThat(blocked.awaiter()).isSameAs(AWAITER);
    assertThat(blocked)
        .isInstanceOfSatisfying(
            TaskStatus.Blocked.class, b -> assertThat(b.reason()).isEqualTo(BlockReason.LOCK));
    for (TaskStatus status : TaskStatus.Simple.values()) {
      assertThatThrownBy(status::awaiter)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(status.toString());
    }
    assertThatThrownBy(() -> TaskStatus.blocked(null, BlockReason.IO))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void T04_aGroupKeepsWhatItIsMadeOf() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Task task = Task.of("task", (_, _) -> TaskStatus.FINISHED).withDescription("described");
    TaskGroup bare = TaskGroup.of(task, 3);
    TaskGroup full =
        bare.withName("group")
            .withContinuation(_ -> calls.addAndGet(1))
            .withNotifyFinish(_ -> calls.addAndGet(10));

    assertThat(bare.name()).isEqualTo("task");
    assertThat(bare.description()).isEqualTo("described");
    assertThat(bare.task()).isSameAs(task);
    assertThat(bare.count()).isEqualTo(3);
    assertThat(bare.continuation()).isNull();
    assertThat(bare.notifyFinish()).isNull();
    assertThat(full.name()).isEqualTo("group");
    full.continuation().run(null);
    full.notifyFinish().run(null);
    assertThat(calls).hasValue(11);
    assertThatThrownBy(() -> TaskGroup.of(task, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void T05_theHintIsCpuUnlessSaidOtherwise() {
    Task task = Task.of("task", (_, _) -> TaskStatus.FINISHED);

    assertThat(task.hint()).isEqualTo(TaskHint.CPU);
    assertThat(task.withHint(TaskHint.IO).hint()).isEqualTo(TaskHint.IO);
  }
}
