package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Wakes from outside, taken by a worker that the test's own thread plays. A task without a place
 * cannot be looked at: so it shows when its turn to be fetched has come.
 */
class LaneRunnerTest {

  private static final int AT_ONCE = LaneRunner.FETCHED_AT_ONCE;

  /** It is never started. */
  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));

  private final Worker worker = core.workers().getFirst();
  private final SlotWord word = new SlotWord(BitTree.FAN);
  private final RunLane wakes = core.lanes().at(3);
  private final LaneRunner lanes = laneRunner();
  private final List<Integer> ran = new ArrayList<>();

  private LaneRunner laneRunner() {
    Sleep sleep = new Sleep(worker, new SignalWaker(0, 1));
    return new LaneRunner(worker, new Sharing(worker, new TaskSearch(core, 0), sleep));
  }

  @Test
  void looksAtTheNextEightBeforeItTakesThem() {
    offer(AT_ONCE - 1);
    offerOneWithoutPlace();

    assertThatThrownBy(() -> lanes.run(wakes)).hasMessageContaining("has no slot");

    assertThat(ran).isEmpty();
    assertThat(wakes.takeableCount()).isEqualTo(AT_ONCE);
  }

  @Test
  void looksAtMoreOnlyWhenAllOfThemAreTaken() {
    offer(AT_ONCE);
    offerOneWithoutPlace();

    assertThatThrownBy(() -> lanes.run(wakes)).hasMessageContaining("has no slot");

    assertThat(ran).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(wakes.takeableCount()).isEqualTo(1);
  }

  /** One that was taken may pass its turn on to others: they are slices, too. */
  @Test
  void countsWhatItHasTakenAndNotWhatHasRun() {
    SoloTask next = placed(AT_ONCE, () -> {});
    offer(placed(0, () -> worker.kept().wakeForTimer(next)));
    for (int slot = 1; slot < AT_ONCE; slot++) {
      offer(placed(slot, () -> {}));
    }
    offerOneWithoutPlace();

    assertThatThrownBy(() -> lanes.run(wakes)).hasMessageContaining("has no slot");

    assertThat(ran).containsExactly(0, AT_ONCE, 1, 2, 3, 4, 5, 6, 7);
    assertThat(wakes.takeableCount()).isEqualTo(1);
  }

  private void offer(int count) {
    for (int slot = 0; slot < count; slot++) {
      offer(placed(slot, () -> {}));
    }
  }

  private void offerOneWithoutPlace() {
    offer(new SoloTask(Task.of("nowhere", (_, _) -> TaskStatus.FINISHED), core));
  }

  private void offer(SoloTask task) {
    assertThat(core.lanes().offerWake(task)).isSameAs(wakes);
  }

  private SoloTask placed(int slot, Runnable work) {
    Task task =
        Task.of(
            "t",
            (_, _) -> {
              ran.add(slot);
              work.run();
              return TaskStatus.BLOCKED_ON_SIGNAL;
            });
    SoloTask instance = new SoloTask(task, core);
    instance.place(word, slot);
    word.occupy(slot, instance);
    return instance;
  }
}
