package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Wakes from outside, taken by a worker that the test's own thread plays. */
class LaneRunnerTest {

  private static final int MOST = LaneRunner.MOST_WAKES;

  /** Stands for the worker's thread, which has nothing under way. */
  private static final Thread IDLE = new Thread(() -> {});

  /** It is never started. */
  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));

  private final Worker worker = core.workers().getFirst();
  private final SlotWord[] words = {new SlotWord(BitTree.FAN), new SlotWord(BitTree.FAN + 1)};
  private final RunLane wakes = core.lanes().at(3);
  private final LaneRunner lanes = laneRunner();
  private final List<Integer> ran = new ArrayList<>();

  private LaneRunner laneRunner() {
    Sleep sleep = new Sleep(worker, new SignalWaker(0, 1));
    return new LaneRunner(worker, new Sharing(worker, new TaskSearch(core, 0), sleep));
  }

  @Test
  void aQuickWorkerTakesManyAtOnce() {
    makeQuick();
    offer(MOST + 3);

    lanes.run(wakes);

    assertThat(ran).isEqualTo(numbers(0, MOST));
    assertThat(wakes.takeableCount()).isEqualTo(3);
  }

  @Test
  void oneThatIsNotQuickTakesOneByOne() {
    offer(placed(0, () -> assertThat(wakes.takeableCount()).isEqualTo(2)));
    offer(placed(1, () -> assertThat(wakes.takeableCount()).isEqualTo(1)));
    offer(placed(2, () -> assertThat(wakes.takeableCount()).isZero()));

    lanes.run(wakes);

    assertThat(ran).containsExactly(0, 1, 2);
  }

  /** It was woken before it had its place, or has left it. */
  @Test
  void oneWithoutAPlaceIsPassedOver() {
    makeQuick();
    offer(placed(0, () -> {}));
    SoloTask gone = placed(1, () -> fail("it has left"));
    gone.leave();
    offer(gone);
    offer(new SoloTask(Task.of("nowhere", (_, _) -> TaskStatus.FINISHED), core));
    offer(placed(2, () -> {}));

    lanes.run(wakes);

    assertThat(ran).containsExactly(0, 2);
    assertThat(gone.summon()).as("may be woken again").isTrue();
  }

  /** They are slices, but nothing that was taken from the lane. */
  @Test
  void thoseThatATurnIsPassedOnToComeBetweenTheOthers() {
    makeQuick();
    SoloTask next = placed(40, () -> {});
    offer(placed(0, () -> worker.kept().wakeForTimer(next)));
    for (int number = 1; number < MOST; number++) {
      offer(placed(number, () -> {}));
    }
    offer(placed(41, () -> {}));

    lanes.run(wakes);

    List<Integer> expected = new ArrayList<>(numbers(0, MOST));
    expected.add(1, 40);
    assertThat(ran).isEqualTo(expected);
    assertThat(wakes.takeableCount()).isEqualTo(1);
  }

  @Test
  void whatIsOfTheRowIsRunByWhomItIsTakenAway() {
    makeQuick();
    List<SoloTask> tasks = new ArrayList<>();
    Runnable revoke =
        () -> assertThat(lanes.row().revoke(IDLE, _ -> fail(), core::answerSilently)).isEqualTo(2);
    tasks.add(placed(0, revoke));
    tasks.add(placed(1, () -> {}));
    tasks.add(placed(2, () -> {}));
    tasks.forEach(this::offer);

    lanes.run(wakes);

    assertThat(ran).containsExactly(0);
    assertThat(words[0].takeable()).as("signalled").isEqualTo(0b110);
    assertThat(core.tree().active().isMarked(words[0].index)).isTrue();
    assertThat(tasks).as("may be woken again").allMatch(SoloTask::summon);
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private void makeQuick() {
    Pace pace = worker.pace();
    for (int i = 0; i < Pace.TRUST; i++) {
      pace.begin(0);
      assertThat(pace.ran(1)).isTrue();
      pace.read(1);
    }
    assertThat(pace.isQuick()).isTrue();
  }

  private void offer(int count) {
    for (int number = 0; number < count; number++) {
      offer(placed(number, () -> {}));
    }
  }

  private void offer(SoloTask task) {
    assertThat(task.summon()).isTrue();
    assertThat(core.lanes().offerWake(task)).isSameAs(wakes);
  }

  private SoloTask placed(int number, Runnable work) {
    Task task =
        Task.of(
            "t",
            (_, _) -> {
              ran.add(number);
              work.run();
              return TaskStatus.BLOCKED_ON_SIGNAL;
            });
    SoloTask instance = new SoloTask(task, core);
    SlotWord word = words[number / SignalWord.SLOTS];
    instance.place(word, number % SignalWord.SLOTS);
    word.occupy(number % SignalWord.SLOTS, instance);
    return instance;
  }
}
