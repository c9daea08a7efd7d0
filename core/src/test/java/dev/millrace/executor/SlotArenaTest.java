package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlotArenaTest {

  private static final int CAPACITY = 2 * 64 * 32;

  private final ExecutorCore core =
      new ExecutorCore(ExecutorConfig.defaults().withWorkers(2).withCapacity(CAPACITY));
  private final SlotArena arena = core.arena();

  private record Slot(int word, int slot) {}

  @Test
  void handsOutEverySlotOnceUntilItIsFull() {
    SlotStash stash = new SlotStash(arena, 0);
    Set<Slot> given = new HashSet<>();
    while (stash.refill()) {
      assertThat(given.add(new Slot(stash.word().index, stash.take()))).isTrue();
    }
    assertThat(given).hasSize(CAPACITY);
  }

  @Test
  void aStashTakesItsOwnPartitionFirst() {
    SlotStash stash = new SlotStash(arena, 1);
    assertThat(stash.refill()).isTrue();
    assertThat(core.tree().partitionOwner(stash.word().index / BitTree.FAN)).isEqualTo(1);
  }

  @Test
  void slotsGivenBackAreReusedBeforeTheArenaGrows() {
    SlotStash stash = new SlotStash(arena, 0);
    List<Slot> live = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      if (live.size() < 500 && random.nextBoolean()) {
        assertThat(stash.refill()).isTrue();
        Slot slot = new Slot(stash.word().index, stash.take());
        assertThat(live).doesNotContain(slot);
        live.add(slot);
      } else if (!live.isEmpty()) {
        Slot slot = live.remove(random.nextInt(live.size()));
        arena.giveBack(arena.word(slot.word()), 1 << slot.slot());
      }
    }
    assertThat(arena.slots()).isLessThanOrEqualTo(1024);
  }

  @Test
  void aWholeWordIsNeverOneWithSlotsInUse() {
    SlotStash stash = new SlotStash(arena, 0);
    assertThat(stash.refill()).isTrue();
    SlotWord used = stash.word();
    int slot = stash.take();
    SlotWord whole = arena.obtainWhole(0);
    assertThat(whole).isNotNull().isNotSameAs(used);
    arena.giveBack(used, 1 << slot);
    assertThat(arena.obtainWhole(0)).isNotNull().isNotSameAs(used);
  }
}
