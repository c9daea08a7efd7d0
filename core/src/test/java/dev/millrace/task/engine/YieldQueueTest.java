package dev.millrace.task.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class YieldQueueTest {

  private static final StepBudget BUDGET = new StepBudget(10, 1_000);

  private final FakeHost host = new FakeHost();
  private final YieldQueue queue = new YieldQueue();
  private final List<TaskInstance> turns = new ArrayList<>();
  private final List<Disposition> ledger = new ArrayList<>();
  private final List<Disposition> left = new ArrayList<>();

  private final YieldQueue.Owner owner =
      new YieldQueue.Owner() {
        @Override
        public boolean goesOn() {
          return --goesOn > 0;
        }

        @Override
        public void left(TaskInstance task, Disposition answer) {
          inEnd.run();
          left.add(answer);
        }
      };

  private int goesOn = Integer.MAX_VALUE;

  /** Turns before the owner is asked. */
  private int stretch = 1;

  private @Nullable TaskInstance leaver;

  /** What the next step of any task answers. */
  private @Nullable TaskStatus answer = TaskStatus.YIELD;

  private @Nullable RuntimeException error;

  private final List<TaskInstance> taken = new ArrayList<>();

  /** What every step does besides. */
  private Runnable inStep = () -> {};

  /** What is done when the end of a task is told. */
  private Runnable inEnd = () -> {};

  // ---- rounds

  @Test
  void thoseWhoStayTakeTurnsInTheOrderInWhichTheyCame() {
    TaskInstance first = added();
    TaskInstance second = added(); // the first has a round of its own; the others join the next
    TaskInstance third = added();

    assertThat(giveTurns(7)).isEqualTo(7);

    assertThat(turns).containsExactly(first, first, second, third, first, second, third);
  }

  @Test
  void turnsThatAreGivenOneByOneAreTheSame() {
    TaskInstance first = added();
    TaskInstance second = added();

    for (int i = 0; i < 5; i++) {
      assertThat(giveTurns(1)).isEqualTo(1);
    }

    assertThat(turns).containsExactly(first, first, second, first, second);
  }

  @Test
  void stretchesOfTurnsAreTheSameTurns() {
    TaskInstance first = added();
    TaskInstance second = added();
    TaskInstance third = added();
    for (stretch = 1; stretch < 10; stretch++) {
      var _ = queue.poll();
      var _ = queue.poll();
      var _ = queue.poll();
      queue.add(first);
      queue.add(second);
      queue.add(third);
      turns.clear();

      assertThat(giveTurns(7)).isEqualTo(7);

      assertThat(turns)
          .as("stretches of %s", stretch)
          .containsExactly(first, first, second, third, first, second, third);
    }
  }

  @Test
  void theOwnerIsAskedAfterEachStretch() {
    added();
    added();
    stretch = 5;
    goesOn = 3;

    assertThat(giveTurns(100)).isEqualTo(15);
    goesOn = Integer.MAX_VALUE;
    assertThat(giveTurns(7)).as("no more than were asked for").isEqualTo(7);
    assertThat(turns).hasSize(22);
  }

  @Test
  void aTaskThatLeavesInTheMiddleOfAStretchEndsTheRow() {
    TaskInstance first = added();
    TaskInstance second = added();
    TaskInstance third = added();
    leaver = third;
    stretch = 10;

    assertThat(giveTurns(100)).isEqualTo(3);

    assertThat(turns).containsExactly(first, first, second, third);
    assertThat(left).containsExactly(Disposition.FINISHED);
    assertThat(queue.size()).isEqualTo(2);
    assertThat(queue.next()).isSameAs(first);
  }

  @Test
  void nobodyIsOvertakenByThoseWhoKeepComing() {
    added();
    TaskInstance patient = added();
    for (int i = 0; i < 1_000; i++) {
      added();
      answer = queue.next() == patient ? TaskStatus.YIELD : TaskStatus.FINISHED;
      giveTurns(1);
    }
    turns.removeIf(task -> task != patient);
    assertThat(turns.size()).isGreaterThan(30); // each of its turns makes the rounds longer
  }

  @Test
  void everybodyHasOneTurnInEveryRoundWhateverIsAddedAndLeaves() {
    Random random = new Random(1);
    Set<TaskInstance> inside = new HashSet<>();
    Set<TaskInstance> due = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      if (inside.isEmpty() || random.nextInt(5) == 0) {
        TaskInstance task = added();
        inside.add(task);
        if (inside.size() == 1) {
          due.add(task);
        }
      }
      TaskInstance task = queue.next();
      assertThat(due.remove(task)).as("it is due in turn %s", i).isTrue();
      boolean leaves = random.nextInt(5) == 0;
      if (leaves && random.nextBoolean()) {
        assertThat(queue.poll()).isSameAs(task);
        inside.remove(task);
      } else {
        answer = leaves ? TaskStatus.FINISHED : TaskStatus.YIELD;
        giveTurns(1);
        assertThat(turns.getLast()).isSameAs(task);
        if (leaves) {
          inside.remove(task);
        }
      }
      assertThat(queue.size()).isEqualTo(inside.size());
      if (due.isEmpty()) {
        due.addAll(inside);
      }
    }
  }

  // ---- the end of a row of turns

  @Test
  void theOwnerEndsARowAndTheNextBeginsWhereItEnded() {
    TaskInstance first = added();
    TaskInstance second = added();
    goesOn = 2;

    assertThat(giveTurns(100)).isEqualTo(2);
    assertThat(giveTurns(1)).isEqualTo(1);

    assertThat(turns).containsExactly(first, first, second);
  }

  @Test
  void aTaskThatAnswersSomethingElseLeavesAndEndsTheRow() {
    TaskInstance task = added();
    TaskInstance other = added();
    answer = TaskStatus.BLOCKED_ON_SIGNAL;

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.PARKED);
    assertThat(turns).containsExactly(task);
    assertThat(queue.next()).isSameAs(other);
  }

  @Test
  void aTaskThatContinuesLeavesAsOneWhoseBudgetIsSpent() {
    added();
    answer = TaskStatus.CONTINUE;

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.AGAIN);
    assertThat(turns).hasSize(1);
    assertThat(queue.size()).isZero();
  }

  @Test
  void whatAStepThrowsIsItsOutcome() {
    SoloTask task = added();
    error = new IllegalStateException("planted");

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.FAILED);
    assertThat(ledger).containsExactly(Disposition.FAILED);
    assertThat(task.done().join()).isEqualTo(new Outcome.Failed(error));
  }

  @Test
  void nullIsNoAnswer() {
    SoloTask task = added();
    answer = null;

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.FAILED);
    assertThat(task.done().join()).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void aTaskThatIsCancelledHasNoTurnAnyMore() {
    added();
    SoloTask task = added();
    assertThat(giveTurns(1)).isEqualTo(1);
    task.cancel(null);

    assertThat(giveTurns(100)).isEqualTo(1);

    assertThat(left).containsExactly(Disposition.CANCELLED);
    assertThat(turns).doesNotContain(task);
    assertThat(queue.size()).isOne();
  }

  @Test
  void instancesOfGroupsCountTheirStepsAndYields() {
    GroupRun run =
        new GroupRun(
            TaskGroup.of(Task.of("t", (_, _) -> answer), 1), ScheduleOptions.DEFAULT, host);
    TaskInstance task = run.instance(0);
    task.place(new Home() {}, 0);
    assertThat(task.run(BUDGET, ledger::add)).isEqualTo(Disposition.YIELDED);
    queue.add(task);

    assertThat(giveTurns(5)).isEqualTo(5);

    assertThat(run.counters().steps()).isEqualTo(6);
    assertThat(run.counters().yields()).isEqualTo(6);
  }

  @Test
  void anEmptyQueueHasNobody() {
    assertThat(queue.next()).isNull();
    assertThat(queue.poll()).isNull();
    assertThat(giveTurns(100)).isZero();
    assertThat(queue.size()).isZero();
  }

  // ---- the watch

  @Test
  void whileTheWorkerIsAwayAllAreTaken() {
    TaskInstance first = added();
    TaskInstance second = added();
    TaskInstance third = added();
    var _ = giveTurns(2);
    turns.clear();

    revoke();

    assertThat(taken).containsExactly(first, second, third);
    assertThat(giveTurns(100)).isZero();
    assertThat(queue.size()).isZero();
    TaskInstance late = added();
    assertThat(giveTurns(2)).isEqualTo(2);
    assertThat(turns).containsExactly(late, late);
  }

  @Test
  void whoHasTheTurnKeepsItAndItsPlace() {
    added();
    TaskInstance second = added();
    added();
    inStep =
        () -> {
          if (turns.getLast() == second) {
            revoke();
          }
        };
    stretch = 10;

    assertThat(giveTurns(100)).as("the row ends where there is a gap").isEqualTo(3);
    assertThat(taken).hasSize(2).doesNotContain(second);

    inStep = () -> {};
    turns.clear();
    assertThat(giveTurns(2)).isEqualTo(2);
    assertThat(turns).containsExactly(second, second);
    assertThat(queue.size()).isOne();
  }

  @Test
  void whoHasTheTurnAndLeavesIsNotTakenAsWell() {
    added();
    added();
    answer = TaskStatus.FINISHED;
    inStep = this::revoke;

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.FINISHED);
    assertThat(taken).hasSize(1).doesNotContainAnyElementsOf(turns);
    assertThat(queue.size()).isZero();
  }

  @Test
  void whoLeavesIsOutBeforeItsEndIsTold() {
    added();
    error = new IllegalStateException("planted");
    inEnd = this::revoke;

    assertThat(giveTurns(100)).isZero();

    assertThat(left).containsExactly(Disposition.FAILED);
    assertThat(taken).isEmpty();
  }

  @Test
  void nothingIsTakenTwice() {
    added();
    added();
    revoke();
    revoke();

    assertThat(taken).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void everybodyIsInTheQueueOrTakenWheneverThatIs() {
    Random random = new Random(2);
    Set<TaskInstance> inside = new HashSet<>();
    inStep =
        () -> {
          if (random.nextInt(20) == 0) {
            revoke();
          }
        };
    for (int i = 0; i < 50_000; i++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> inside.add(added());
        case 2 -> inside.remove(queue.poll());
        default -> {
          answer = random.nextInt(10) == 0 ? TaskStatus.FINISHED : TaskStatus.YIELD;
          stretch = 1 + random.nextInt(4);
          turns.clear();
          left.clear();
          giveTurns(1 + random.nextInt(6));
          if (!left.isEmpty()) {
            inside.remove(turns.getLast());
          }
        }
      }
      if (random.nextInt(30) == 0) {
        revoke();
      }
      taken.forEach(task -> assertThat(inside.remove(task)).isTrue());
      taken.clear();
      assertThat(queue.next() == null).isEqualTo(inside.isEmpty());
      assertThat(queue.size()).isEqualTo(inside.size());
    }
    while (queue.size() > 0) {
      assertThat(inside.remove(queue.poll())).isTrue();
    }
    assertThat(inside).isEmpty();
  }

  private void revoke() {
    queue.revoke(() -> {}, taken::add);
  }

  @CanIgnoreReturnValue
  private int giveTurns(int most) {
    return queue.giveTurns(most, stretch, BUDGET, ledger::add, owner);
  }

  /** A task that has yielded once. */
  @CanIgnoreReturnValue
  private SoloTask added() {
    TaskStatus then = answer;
    answer = TaskStatus.YIELD;
    SoloTask[] self = new SoloTask[1];
    self[0] =
        new SoloTask(
            Task.of(
                "t",
                (_, _) -> {
                  turns.add(self[0]);
                  inStep.run();
                  if (error != null) {
                    throw error;
                  }
                  return self[0] == leaver ? TaskStatus.FINISHED : answer;
                }),
            host);
    self[0].place(new Home() {}, 0);
    assertThat(self[0].run(BUDGET, ledger::add)).isEqualTo(Disposition.YIELDED);
    turns.removeLast();
    queue.add(self[0]);
    answer = then;
    return self[0];
  }
}
