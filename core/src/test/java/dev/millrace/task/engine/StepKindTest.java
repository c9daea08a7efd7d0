package dev.millrace.task.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Loops that were made for one class of steps. */
class StepKindTest {

  private static final StepBudget BUDGET = new StepBudget(1_000, 1_000_000_000);

  /** Slices after which a class surely has a loop of its own. */
  private static final int OFTEN = 100;

  private final FakeHost host = new FakeHost();
  private final List<Disposition> ledger = new ArrayList<>();

  private SoloTask solo(Task.Step step) {
    SoloTask task = new SoloTask(Task.of("t", step), host);
    task.place(new Home() {}, 0);
    return task;
  }

  /** Runs a task of the given step often, then answers with it. */
  private SoloTask hot(Task.Step step) {
    SoloTask task = solo(step);
    for (int i = 0; i < OFTEN; i++) {
      assertThat(task.run(BUDGET, ledger::add)).isEqualTo(Disposition.AGAIN);
    }
    return task;
  }

  @Test
  void stepsThatRunOftenGetALoopOfTheirOwn() {
    AtomicInteger steps = new AtomicInteger();
    Task.Step often =
        (_, _) -> {
          steps.incrementAndGet();
          return TaskStatus.CONTINUE;
        };
    Task.Step seldom = (_, _) -> TaskStatus.CONTINUE;
    StepLoop common = StepKind.of(often).loop();

    SoloTask _ = hot(often);

    assertThat(StepKind.of(often).loop()).isNotSameAs(common);
    assertThat(StepKind.of(often).loop().getClass().isHidden()).isTrue();
    assertThat(StepKind.of(seldom).loop()).isSameAs(common);
    assertThat(steps).hasValue(OFTEN * BUDGET.steps());
  }

  @Test
  void objectsOfOneClassShareTheirLoop() {
    Function<AtomicInteger, Task.Step> kind =
        counter ->
            (_, _) -> {
              counter.incrementAndGet();
              return TaskStatus.CONTINUE;
            };
    AtomicInteger second = new AtomicInteger();

    SoloTask _ = hot(kind.apply(new AtomicInteger()));
    SoloTask task = solo(kind.apply(second));

    assertThat(StepKind.of(task.step()).loop().getClass().isHidden()).isTrue();
    assertThat(task.run(BUDGET, ledger::add)).isEqualTo(Disposition.AGAIN);
    assertThat(second).hasValue(BUDGET.steps());
  }

  @Test
  void inALoopOfTheirOwnStepsEndFailBlockAndAreCancelledAsBefore() {
    IllegalStateException planted = new IllegalStateException("planted");
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    AtomicReference<@Nullable TaskStatus> last = new AtomicReference<>();
    Task.Step step =
        (context, _) -> {
          if (left.decrementAndGet() > 0) {
            return TaskStatus.CONTINUE;
          }
          if (last.get() == TaskStatus.CANCELLED) {
            ((SoloTask) context).cancel(planted);
            return TaskStatus.CONTINUE;
          }
          return last.get();
        };
    SoloTask finishes = hot(step);
    SoloTask blocks = hot(step);
    SoloTask fails = hot(step);
    SoloTask cancelled = hot(step);
    assertThat(StepKind.of(step).loop().getClass().isHidden()).isTrue();

    left.set(500);
    last.set(TaskStatus.FINISHED);
    assertThat(finishes.run(BUDGET, ledger::add)).isEqualTo(Disposition.FINISHED);
    left.set(500);
    last.set(TaskStatus.BLOCKED_ON_SIGNAL);
    assertThat(blocks.run(BUDGET, ledger::add)).isEqualTo(Disposition.PARKED);
    left.set(500);
    last.set(null);
    assertThat(fails.run(BUDGET, ledger::add)).isEqualTo(Disposition.FAILED);
    left.set(500);
    last.set(TaskStatus.CANCELLED);
    assertThat(cancelled.run(BUDGET, ledger::add)).isEqualTo(Disposition.CANCELLED);
    assertThat(cancelled.done().join()).isEqualTo(new Outcome.Cancelled(planted));
    assertThat(left).hasValue(0);
  }
}
