package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RowTest {

  private static final int ROOM = 1 << 20;

  /** Makes a far way from each number to the next. */
  private static final int FAR = 0x9E3779B9;

  /** Stands for a worker whose thread has nothing under way: the tests call its methods. */
  private static final Thread IDLE = new Thread(() -> {});

  private static final Task NOTHING = Task.of("nothing", (_, _) -> TaskStatus.FINISHED);

  private final OwnLane from = new OwnLane(new BitTree(2).markOf(0), ROOM);
  private final OwnLane to = new OwnLane(new BitTree(2).markOf(1), ROOM);
  private final Row row = new Row();
  private final List<TaskInstance> woken = new ArrayList<>();

  private record Numbered(int number) implements Runnable {
    @Override
    public void run() {}
  }

  private void takeRow(int first, int size) {
    for (int i = first; i < first + size; i++) {
      from.offer(new Numbered(i));
    }
    assertThat(from.takeRow(row, size, false)).isTrue();
  }

  private int revoke(Thread owner) {
    long before = to.end();
    int taken = row.revoke(owner, to::offer, woken::add);
    to.moved((int) (to.end() - before));
    return taken;
  }

  private List<Integer> rest() {
    List<Integer> rest = new ArrayList<>();
    while (row.next() instanceof Numbered next) {
      rest.add(next.number());
    }
    return rest;
  }

  private List<Integer> given() {
    List<Integer> given = new ArrayList<>();
    while (to.take() instanceof Numbered next) {
      given.add(next.number());
    }
    return given;
  }

  @Test
  void givesAllInOrderAndIsEmptyThen() {
    assertThat(row.isEmpty()).isTrue();
    assertThat(row.next()).isNull();
    takeRow(0, 5);
    assertThat(row.isEmpty()).isFalse();
    assertThat(rest()).containsExactly(0, 1, 2, 3, 4);
    assertThat(row.isEmpty()).isTrue();
  }

  @Test
  void whatHasNotBegunIsTakenAway() {
    takeRow(0, 5);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(row.next()).isEqualTo(new Numbered(1));
    assertThat(revoke(IDLE)).isEqualTo(3);
    assertThat(to.submitted()).as("submitted there").isZero();
    assertThat(rest()).isEmpty();
    assertThat(row.isEmpty()).isTrue();
    assertThat(given()).containsExactly(2, 3, 4);
  }

  @Test
  void allIsTakenAwayIfNothingHasBegun() {
    takeRow(0, 3);
    assertThat(revoke(IDLE)).isEqualTo(3);
    assertThat(rest()).isEmpty();
    assertThat(given()).containsExactly(0, 1, 2);
  }

  @Test
  void nothingIsTakenAwayTwice() {
    takeRow(0, 3);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(revoke(IDLE)).isEqualTo(2);
    assertThat(revoke(IDLE)).isZero();
    assertThat(given()).containsExactly(1, 2);
  }

  @Test
  void theLastOneIsLeftToItsWorker() {
    takeRow(0, 1);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(revoke(IDLE)).isZero();
    assertThat(row.next()).isNull();
    assertThat(to.hasWork()).isFalse();
  }

  @Test
  void theNextRowIsTheWorkersAgain() {
    takeRow(0, 3);
    assertThat(revoke(IDLE)).isEqualTo(3);
    assertThat(row.next()).isNull();
    takeRow(10, 3);
    assertThat(rest()).containsExactly(10, 11, 12);
    takeRow(20, 3);
    assertThat(row.next()).isEqualTo(new Numbered(20));
    assertThat(revoke(IDLE)).isEqualTo(2);
    assertThat(given()).containsExactly(0, 1, 2, 21, 22);
  }

  @Test
  void wakesThatAreTakenAwayAreStillToBeAnswered() {
    var host = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1)); // never started
    var tasks = Stream.generate(() -> new SoloTask(NOTHING, host)).limit(3).toList();
    tasks.forEach(from::offer);
    row.expectWakes(true);
    assertThat(from.takeRow(row, 3, false)).isTrue();
    assertThat(row.next()).isSameAs(tasks.getFirst());

    assertThat(revoke(IDLE)).isEqualTo(2);

    assertThat(woken).isEqualTo(tasks.subList(1, 3));
    assertThat(to.hasWork()).isFalse();
    assertThat(row.next()).isNull();
  }

  /** Somebody may submit one for its own sake: it counts as any other. */
  @Test
  void aTaskAmongRunnablesIsOneOfThem() {
    var host = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1)); // never started
    SoloTask task = new SoloTask(NOTHING, host);
    from.offer(task);
    row.expectWakes(false);
    assertThat(from.takeRow(row, 1, false)).isTrue();

    assertThat(revoke(IDLE)).isEqualTo(1);

    assertThat(to.take()).isSameAs(task);
    assertThat(woken).isEmpty();
  }

  @Test
  void looksAheadAsFarAsItGoes() {
    takeRow(0, 3);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(row.size()).isEqualTo(2);
    assertThat(row.peek(0)).isEqualTo(new Numbered(1));
    assertThat(row.peek(1)).isEqualTo(new Numbered(2));
    assertThat(row.peek(2)).isNull();
  }

  /**
   * A worker goes through rows as fast as it can, and somebody revokes them all the time. The
   * worker's stores to far places keep the one by which it says what it begins waiting, while its
   * look is not: what a fence would prevent, and the handshake has to.
   */
  @Test
  void eachIsHadByOneOfTheTwo() throws Exception {
    int rounds = 5_000;
    int size = 100;
    AtomicIntegerArray had = new AtomicIntegerArray(rounds * size);
    int[] far = new int[1 << 24];
    CountDownLatch done = new CountDownLatch(1);
    Thread worker =
        Thread.ofPlatform()
            .start(() -> {
              for (int round = 0; round < rounds; round++) {
                takeRow(round * size, size);
                do {
                  while (row.next() instanceof Numbered(int number)) {
                    had.setPlain(number, had.getPlain(number) + 1);
                    far[(number * FAR) >>> 8] = number;
                    far[(number * FAR + FAR / 2) >>> 8] = number;
                  }
                } while (from.takeRow(row, size, false)); // what was beyond a chunk
              }
              done.countDown();
            });
    List<Integer> taken = new ArrayList<>();
    while (done.getCount() > 0) {
      int _ = revoke(worker);
      taken.addAll(given());
    }
    worker.join();
    taken.forEach(had::incrementAndGet);
    assertThat(taken).as("taken away").isNotEmpty();
    for (int i = 0; i < had.length(); i++) {
      assertThat(had.get(i)).as("how often %d was had", i).isOne();
    }
  }
}
