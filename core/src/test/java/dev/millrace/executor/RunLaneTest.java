package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunLaneTest {

  private static final int ROOM = 1_000_000;

  /** A runnable that can be told from others. */
  private record Numbered(int number) implements Runnable {
    @Override
    public void run() {}
  }

  private static List<Runnable> numbered(int from, int to) {
    List<Runnable> all = new ArrayList<>();
    for (int i = from; i < to; i++) {
      all.add(new Numbered(i));
    }
    return all;
  }

  private static List<Runnable> drain(RunLane lane) {
    List<Runnable> taken = new ArrayList<>();
    for (Runnable next = lane.take(); next != null; next = lane.take()) {
      taken.add(next);
    }
    return taken;
  }

  private static List<Runnable> drain(Row row) {
    List<Runnable> taken = new ArrayList<>();
    for (Runnable next = row.next(); next != null; next = row.next()) {
      taken.add(next);
    }
    return taken;
  }

  @Test
  void firstInFirstOutOverManyChunks() {
    List<Runnable> all = numbered(0, 3 * RunLane.Chunk.SIZE + 7);
    OwnLane own = new OwnLane(new BitTree(2).markOf(0), ROOM);
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(1), ROOM);
    for (Runnable each : all) {
      own.offer(each);
      assertThat(outside.offer(each)).isTrue();
    }
    assertThat(own.takeableCount()).isEqualTo(all.size());
    assertThat(outside.takeableCount()).isEqualTo(all.size());
    assertThat(drain(own)).isEqualTo(all);
    assertThat(drain(outside)).isEqualTo(all);
    assertThat(own.hasWork()).isFalse();
    assertThat(outside.hasWork()).isFalse();
  }

  @Test
  void hasWorkWhileThereIsSomethingAtTheEdgeOfAChunkToo() {
    OwnLane own = new OwnLane(new BitTree(2).markOf(0), ROOM);
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(1), ROOM);
    for (Runnable each : numbered(0, 2 * RunLane.Chunk.SIZE + 1)) {
      for (RunLane lane : List.of(own, outside)) {
        assertThat(lane.hasWork()).isFalse();
        assertThat(lane.take()).isNull();
      }
      own.offer(each);
      assertThat(outside.offer(each)).isTrue();
      for (RunLane lane : List.of(own, outside)) {
        assertThat(lane.hasWork()).isTrue();
        assertThat(lane.take()).isEqualTo(each);
      }
    }
  }

  @Test
  void refusesWhatIsMoreThanItsRoomAndTakesMoreWhenSomeAreTaken() {
    int room = 2 * RunLane.Chunk.SIZE;
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(0), room);
    OwnLane own = new OwnLane(new BitTree(2).markOf(1), room);
    for (int i = 0; i < room; i++) {
      assertThat(outside.offer(new Numbered(i))).isTrue();
      assertThat(own.hasRoom()).isTrue();
      own.offer(new Numbered(i));
    }
    assertThat(outside.offer(new Numbered(-1))).isFalse();
    assertThat(own.hasRoom()).isFalse();
    assertThat(outside.take()).isNotNull();
    assertThat(own.take()).isNotNull();
    assertThat(outside.offer(new Numbered(room))).isTrue();
    assertThat(own.hasRoom()).isTrue();
    assertThat(drain(outside)).hasSize(room).last().isEqualTo(new Numbered(room));
  }

  @Test
  void acceptsNothingWhenItIsClosedAndKeepsWhatItHas() {
    for (int before : new int[] {0, 1, RunLane.Chunk.SIZE, RunLane.Chunk.SIZE + 1}) {
      OutsideLane lane = new OutsideLane(new BitTree(2).markOf(0), ROOM);
      List<Runnable> all = numbered(0, before);
      all.forEach(each -> assertThat(lane.offer(each)).isTrue());
      lane.close();
      lane.close();
      assertThat(lane.offer(new Numbered(-1))).isFalse();
      assertThat(lane.offered()).isEqualTo(before);
      assertThat(lane.hasWork()).isEqualTo(before > 0);
      assertThat(drain(lane)).isEqualTo(all);
      assertThat(lane.hasWork()).isFalse();
      assertThat(lane.offer(new Numbered(-1))).isFalse();
      assertThat(lane.offered()).isEqualTo(before);
    }
  }

  /** Otherwise an old chunk keeps all that ever followed it, until old objects are collected. */
  @Test
  void aChunkThatIsLeftBehindLeadsNowhere() {
    OwnLane own = new OwnLane(new BitTree(2).markOf(0), ROOM);
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(1), ROOM);
    List<RunLane.Chunk> firsts = List.of(own.first(), outside.first());
    for (Runnable each : numbered(0, RunLane.Chunk.SIZE + 1)) {
      own.offer(each);
      assertThat(outside.offer(each)).isTrue();
    }
    assertThat(firsts).noneMatch(chunk -> chunk.next == chunk);
    assertThat(drain(own)).hasSize(RunLane.Chunk.SIZE + 1);
    assertThat(drain(outside)).hasSize(RunLane.Chunk.SIZE + 1);
    assertThat(firsts).allMatch(chunk -> chunk.next == chunk);
    assertThat(List.of(own.first(), outside.first())).doesNotContainAnyElementsOf(firsts);
  }

  @Test
  void onlyWhatIsOfferedFirstCountsAsSubmitted() {
    OwnLane own = new OwnLane(new BitTree(2).markOf(1), ROOM);
    for (Runnable each : numbered(0, 3)) {
      own.offer(each);
    }
    own.moved(2);
    assertThat(own.takeableCount()).isEqualTo(3);
    assertThat(own.submitted()).isEqualTo(1);
  }

  @Test
  void needsNoMemoryForWhatIsMovedOnceThereIsRoom() {
    OwnLane own = new OwnLane(new BitTree(2).markOf(0), ROOM);
    for (Runnable each : numbered(1, RunLane.Chunk.SIZE)) {
      own.offer(each);
    }
    RunLane.Chunk first = own.first();
    own.makeRoom();
    RunLane.Chunk made = own.spare;
    own.makeRoom();
    assertThat(own.spare).as("once is enough").isSameAs(made);

    own.offer(new Numbered(0));
    assertThat(own.spare).as("still to be used").isSameAs(made);
    own.offer(new Numbered(0));
    assertThat(first.next).isSameAs(made);
    assertThat(own.spare).isNull();
    assertThat(drain(own)).hasSize(RunLane.Chunk.SIZE + 1);
  }

  @Test
  void aRowIsWhatIsThereInOrderButNotBeyondAChunk() {
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(0), ROOM);
    Row row = new Row();
    assertThat(outside.takeRow(row, 10, false)).isFalse();
    List<Runnable> all = numbered(0, RunLane.Chunk.SIZE + 3);
    all.forEach(each -> assertThat(outside.offer(each)).isTrue());
    assertThat(outside.take()).isEqualTo(all.getFirst());

    assertThat(outside.takeRow(row, 2, false)).isTrue();
    assertThat(drain(row)).isEqualTo(all.subList(1, 3));
    assertThat(outside.takeRow(row, 2 * RunLane.Chunk.SIZE, false)).isTrue();
    assertThat(outside.takeableCount()).isEqualTo(3);
    assertThat(drain(row)).isEqualTo(all.subList(3, RunLane.Chunk.SIZE));
    assertThat(outside.takeRow(row, 10, false)).isTrue();
    assertThat(drain(row)).isEqualTo(all.subList(RunLane.Chunk.SIZE, all.size()));
    assertThat(outside.takeRow(row, 10, false)).isFalse();
  }

  @Test
  void aRowIsOfACompleteChunkIfThatIsWanted() {
    OwnLane own = new OwnLane(new BitTree(2).markOf(0), ROOM);
    Row row = new Row();
    numbered(0, RunLane.Chunk.SIZE).forEach(own::offer);
    assertThat(own.takeRow(row, 10, true)).as("not known to be complete").isFalse();
    own.offer(new Numbered(RunLane.Chunk.SIZE));
    assertThat(own.takeRow(row, RunLane.Chunk.SIZE, true)).isTrue();
    assertThat(drain(row)).isEqualTo(numbered(0, RunLane.Chunk.SIZE));
    assertThat(own.takeRow(row, 10, true)).isFalse();
    assertThat(own.takeRow(row, 10, false)).isTrue();
  }

  @Test
  void aRowEndsWhereAPlaceIsGivenAndNothingIsThere() {
    OutsideLane outside = new OutsideLane(new BitTree(2).markOf(0), ROOM);
    assertThat(outside.offer(new Numbered(1))).isTrue();
    assertThat(outside.first().give(1)).isEqualTo(1);
    assertThat(outside.offer(new Numbered(3))).isTrue();
    Row row = new Row();
    assertThat(outside.takeRow(row, 10, false)).isTrue();
    assertThat(drain(row)).isEqualTo(numbered(1, 2));
    assertThat(outside.takeRow(row, 10, false)).isFalse();

    outside.first().put(1, new Numbered(2));
    assertThat(outside.takeRow(row, 10, false)).isTrue();
    assertThat(drain(row)).isEqualTo(numbered(2, 4));
  }

  /** Threads offer and take, one by one and in rows, at the same time, and one closes the lane. */
  @Test
  void everyOneThatWasAcceptedIsTakenOnce() throws Exception {
    for (int round = 0; round < 50; round++) {
      OutsideLane lane = new OutsideLane(new BitTree(2).markOf(0), ROOM);
      Set<Runnable> taken = Collections.newSetFromMap(new ConcurrentHashMap<>());
      AtomicInteger accepted = new AtomicInteger();
      AtomicInteger takes = new AtomicInteger();
      CountDownLatch offered = new CountDownLatch(3);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int from = i * 1_000_000;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  int number = from;
                  while (lane.offer(new Numbered(number)) && number < from + 20_000) {
                    number++;
                    accepted.incrementAndGet();
                  }
                  if (number == from + 20_000) {
                    accepted.incrementAndGet(); // the last one of this thread was accepted as well
                  }
                  offered.countDown();
                }));
      }
      for (int i = 0; i < 2; i++) {
        Row row = new Row();
        boolean inRows = i == 0;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  boolean last = false;
                  while (!last) {
                    last = offered.getCount() == 0;
                    boolean any = inRows && lane.takeRow(row, 7, false);
                    for (Runnable each : any ? drain(row) : drain(lane)) {
                      taken.add(each);
                      takes.incrementAndGet();
                      last = false;
                    }
                  }
                }));
      }
      if (round % 2 == 0) {
        lane.close();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(lane.hasWork()).isFalse();
      assertThat(takes.get()).isEqualTo(accepted.get());
      assertThat(taken).hasSize(accepted.get());
      assertThat(lane.offered()).isEqualTo(accepted.get());
    }
  }
}
