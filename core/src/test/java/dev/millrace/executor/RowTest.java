package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RowTest {

  private static final int ROOM = 1 << 20;

  /** Makes a far way from each number to the next. */
  private static final int FAR = 0x9E3779B9;

  /** Stands for a worker whose thread has nothing under way: the tests call its methods. */
  private static final Thread IDLE = new Thread(() -> {});

  private final OwnLane from = new OwnLane(0, ROOM);
  private final OwnLane to = new OwnLane(1, ROOM);
  private final Row row = new Row();

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
    assertThat(row.revoke(IDLE, to)).isEqualTo(3);
    assertThat(to.submitted()).as("submitted there").isZero();
    assertThat(rest()).isEmpty();
    assertThat(row.isEmpty()).isTrue();
    assertThat(given()).containsExactly(2, 3, 4);
  }

  @Test
  void allIsTakenAwayIfNothingHasBegun() {
    takeRow(0, 3);
    assertThat(row.revoke(IDLE, to)).isEqualTo(3);
    assertThat(rest()).isEmpty();
    assertThat(given()).containsExactly(0, 1, 2);
  }

  @Test
  void nothingIsTakenAwayTwice() {
    takeRow(0, 3);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(row.revoke(IDLE, to)).isEqualTo(2);
    assertThat(row.revoke(IDLE, to)).isZero();
    assertThat(given()).containsExactly(1, 2);
  }

  @Test
  void theLastOneIsLeftToItsWorker() {
    takeRow(0, 1);
    assertThat(row.next()).isEqualTo(new Numbered(0));
    assertThat(row.revoke(IDLE, to)).isZero();
    assertThat(row.next()).isNull();
    assertThat(to.hasWork()).isFalse();
  }

  @Test
  void theNextRowIsTheWorkersAgain() {
    takeRow(0, 3);
    assertThat(row.revoke(IDLE, to)).isEqualTo(3);
    assertThat(row.next()).isNull();
    takeRow(10, 3);
    assertThat(rest()).containsExactly(10, 11, 12);
    takeRow(20, 3);
    assertThat(row.next()).isEqualTo(new Numbered(20));
    assertThat(row.revoke(IDLE, to)).isEqualTo(2);
    assertThat(given()).containsExactly(0, 1, 2, 21, 22);
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
      int _ = row.revoke(worker, to);
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
