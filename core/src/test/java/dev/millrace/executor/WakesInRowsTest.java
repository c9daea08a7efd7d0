package dev.millrace.executor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.task.Outcome;
import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two tasks are woken from outside and taken at once, and the first goes on for ever, by itself or
 * with others, until the second has had its turn. Nothing else is to be seen in the summary tree,
 * as if another worker had just been there.
 */
@Timeout(60)
final class WakesInRowsTest {

  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));
  private final Submissions submissions = new Submissions(core);
  private final List<SoloTask> tasks = new ArrayList<>();

  // Of the one worker, as all that its steps do.
  private boolean over;
  private int stepsBefore;

  @BeforeEach
  void makeQuick() {
    Pace pace = core.workers().getFirst().pace();
    for (int i = 0; i < Pace.TRUST; i++) {
      pace.begin(0);
      assertThat(pace.ran(1)).isTrue();
      pace.read(1);
    }
  }

  @AfterEach
  void close() throws InterruptedException {
    core.drain();
    core.cancelAll(); // if any of them still goes on
    assertThat(core.awaitStopped(Long.MAX_VALUE)).isTrue();
  }

  @Test
  void oneThatGoesOnGivesWay() throws Exception {
    parked(() -> TaskStatus.CONTINUE);
    secondHasItsTurn(2 * core.config().stepBudget());
  }

  /** Repeated, because a pair is over anyhow as soon as the machine has held it up. */
  @RepeatedTest(50)
  void twoThatWakeEachOtherGiveWay() throws Exception {
    parked(() -> wakes(1));
    parked(() -> wakes(0));
    secondHasItsTurn(4 * Pace.QUICK_WINDOW);
  }

  @Test
  void threeThatWakeEachOtherGiveWay() throws Exception {
    parked(() -> wakes(1));
    parked(() -> wakes(2));
    parked(() -> wakes(0));
    secondHasItsTurn(4 * Pace.QUICK_WINDOW);
  }

  private TaskStatus wakes(int task) {
    tasks.get(task).raise();
    return TaskStatus.BLOCKED_ON_SIGNAL;
  }

  /**
   * @param most steps that the others may have before, and some more
   */
  private void secondHasItsTurn(int most) throws InterruptedException {
    SoloTask second =
        parked(() -> {
          over = true;
          assertThat(stepsBefore).isLessThan(most);
          return TaskStatus.FINISHED;
        });
    RunLane lane = summon(tasks.getFirst());
    assertThat(summon(second)).isSameAs(lane);
    core.tree().post(lane);

    core.start();

    assertThat(second.await()).isEqualTo(Outcome.FINISHED);
    for (SoloTask each : tasks) {
      each.raise(); // whoever waits for another one sees that it is over
      assertThat(each.await()).isEqualTo(Outcome.FINISHED);
    }
  }

  private RunLane summon(SoloTask task) {
    assertThat(task.summon()).isTrue();
    return requireNonNull(core.lanes().offerWake(task));
  }

  /** It is in its place, and whoever wakes it has it run. */
  @CanIgnoreReturnValue
  private SoloTask parked(Step step) {
    Task task =
        Task.of(
            "parked",
            (_, _) -> {
              if (over) {
                return TaskStatus.FINISHED;
              }
              for (RunLane lane : core.lanes().all()) {
                core.tree().active().unmark(lane.index());
              }
              stepsBefore++;
              return step.run();
            });
    SoloTask instance = new SoloTask(task, core);
    submissions.submit(instance);
    SlotWord word = SlotRunner.wordOf(instance);
    int bit = 1 << instance.slot();
    assertThat(word.takeSome(bit, 0, 1)).isEqualTo(bit);
    assertThat(word.release(bit)).isEqualTo(SignalWord.Posted.QUIET);
    core.tree().active().unmark(word.index);
    tasks.add(instance);
    return instance;
  }

  @FunctionalInterface
  private interface Step {
    TaskStatus run();
  }
}
