package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PairTest {

  /** Makes a far way from each number to the next. */
  private static final int FAR = 0x9E3779B9;

  /** Stands for a worker whose thread has nothing under way: the tests call its methods. */
  private static final Thread IDLE = new Thread(() -> {});

  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));
  private final SummaryTree tree = core.tree();
  private final SlotWord word = new SlotWord(0);
  private final TaskInstance one = owned(0);
  private final TaskInstance two = owned(1);
  private final Pair pair = new Pair();

  private SoloTask owned(int slot) {
    SoloTask task = new SoloTask(Task.of("t", (_, _) -> TaskStatus.BLOCKED_ON_SIGNAL), core);
    task.place(word, slot);
    word.occupy(slot, task);
    assertThat(word.claim(1 << slot)).isEqualTo(SignalWord.Claimed.TAKEN);
    return task;
  }

  private boolean isIdle(TaskInstance task) {
    return word.claim(1 << task.slot()) == SignalWord.Claimed.TAKEN;
  }

  @Test
  void theTurnGoesToAndFro() {
    assertThat(pair.isOn()).isFalse();
    pair.begin(one, two);
    assertThat(pair.isOn()).isTrue();
    assertThat(pair.running()).isSameAs(one);
    assertThat(pair.resting()).isSameAs(two);
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    assertThat(pair.running()).isSameAs(two);
    assertThat(pair.resting()).isSameAs(one);
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    assertThat(pair.running()).isSameAs(one);
    assertThat(pair.end()).as("the one that rests is still the worker's").isTrue();
    assertThat(pair.isOn()).isFalse();
  }

  @Test
  void aWakeIsForTheOneThatRestsAndGoesWithItsTurn() {
    pair.begin(one, two);
    assertThat(pair.wakes(one)).as("who runs").isFalse();
    assertThat(pair.wakes(owned(2))).as("somebody else").isFalse();
    assertThat(pair.isWoken()).isFalse();
    assertThat(pair.wakes(two)).isTrue();
    assertThat(pair.isWoken()).isTrue();
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    assertThat(pair.isWoken()).isFalse();
    assertThat(pair.wakes(two)).isFalse();
    assertThat(pair.wakes(one)).isTrue();
  }

  @Test
  void withoutAPairNobodyIsWokenHere() {
    assertThat(pair.wakes(one)).isFalse();
    pair.begin(one, two);
    assertThat(pair.end()).isTrue();
    assertThat(pair.wakes(one)).isFalse();
    assertThat(pair.wakes(two)).isFalse();
  }

  @Test
  void aWakeFromElsewhereIsNotedForBoth() {
    pair.begin(one, two);
    assertThat(pair.isNoted()).isFalse();
    assertThat(word.signal(1 << two.slot())).isEqualTo(SignalWord.Posted.NOTED);
    assertThat(pair.isNoted()).isTrue();
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    assertThat(pair.isNoted()).isTrue();
  }

  @Test
  void theOneThatRestsIsTakenAway() {
    pair.begin(one, two);
    pair.revoke(IDLE, tree);
    assertThat(isIdle(two)).isTrue();
    assertThat(isIdle(one)).as("the one that runs").isFalse();
    assertThat(pair.pass()).isEqualTo(Pair.Passed.LOST);
    assertThat(pair.isOn()).isFalse();
  }

  @Test
  void theOneThatRestsIsTakenAwayBeforeTheEnd() {
    pair.begin(one, two);
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    pair.revoke(IDLE, tree);
    assertThat(isIdle(one)).isTrue();
    assertThat(pair.end()).isFalse();
    assertThat(pair.isOn()).isFalse();
  }

  @Test
  void whoWasWokenIsTakeableWhenItIsTakenAway() {
    pair.begin(one, two);
    assertThat(pair.wakes(two)).isTrue();
    pair.revoke(IDLE, tree);
    assertThat(word.takeable()).isEqualTo(1 << two.slot());
    assertThat(tree.active().isMarked(word.index)).isTrue();
  }

  @Test
  void aWakeFromElsewhereIsSeenWhenItIsTakenAway() {
    pair.begin(one, two);
    assertThat(word.signal(1 << two.slot())).isEqualTo(SignalWord.Posted.NOTED);
    pair.revoke(IDLE, tree);
    assertThat(word.takeable()).isEqualTo(1 << two.slot());
    assertThat(tree.active().isMarked(word.index)).isTrue();
  }

  @Test
  void whoWasTakenAwayIsWokenLikeAnybody() {
    pair.begin(one, two);
    pair.revoke(IDLE, tree);
    assertThat(pair.wakes(two)).isFalse();
  }

  @Test
  void nobodyIsTakenAwayTwiceAndTheNextPairIsTheWorkersAgain() {
    pair.begin(one, two);
    pair.revoke(IDLE, tree);
    assertThat(isIdle(two)).isTrue();
    pair.revoke(IDLE, tree);
    assertThat(isIdle(two)).as("taken by this test").isFalse();
    assertThat(pair.end()).isFalse();
    pair.revoke(IDLE, tree);
    pair.begin(two, one);
    assertThat(pair.pass()).isEqualTo(Pair.Passed.ON);
    assertThat(pair.end()).isTrue();
  }

  /**
   * A worker passes the turn on as fast as it can, and somebody revokes the pair all the time and
   * runs what was taken away. The worker's stores to far places keep the one by which it says whose
   * turn it is waiting, while its look is not: what a fence would prevent, and the handshake has
   * to.
   */
  @Test
  void eachHasOneOwnerAtATime() throws Exception {
    int turns = 2_000_000;
    int[] far = new int[1 << 24];
    int[] runs = new int[2]; // plain: only who owns a task counts
    AtomicInteger revoked = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    TaskInstance[] tasks = {one, two};
    Thread worker =
        Thread.ofPlatform()
            .start(() -> {
              pair.begin(one, two);
              for (int turn = 0; turn < turns; turn++) {
                TaskInstance task = pair.running();
                TaskInstance other = pair.resting();
                runs[task.slot()]++;
                far[(turn * FAR) >>> 8] = turn;
                far[(turn * FAR + FAR / 2) >>> 8] = turn;
                Pair.Passed passed = pair.pass();
                if (passed != Pair.Passed.ON) {
                  revoked.incrementAndGet();
                  TaskInstance taken = passed == Pair.Passed.LOST ? other : task;
                  while (!takes(taken)) {
                    Thread.onSpinWait();
                  }
                  pair.begin(other, task);
                }
              }
              done.countDown();
            });
    int others = 0;
    while (done.getCount() > 0) {
      pair.revoke(worker, tree);
      for (TaskInstance task : tasks) {
        if (takes(task)) {
          runs[task.slot()]++;
          others++;
          SignalWord.Posted _ = word.release(1 << task.slot());
        }
      }
    }
    worker.join();
    assertThat(revoked.get()).as("pairs that were revoked").isPositive();
    assertThat(runs[0] + runs[1]).isEqualTo(turns + others);
  }

  private boolean takes(TaskInstance task) {
    int bit = 1 << task.slot();
    SignalWord.Posted _ = word.signal(bit);
    return word.takeSome(bit, 0, 1) == bit;
  }
}
