package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PostsTest {

  private static final int CHUNK = RunLane.Chunk.SIZE;

  private final SummaryTree tree =
      new SummaryTree(BitTree.FAN, new SignalWaker[] {new SignalWaker(0, 1)});
  private final Pace pace = new Pace();
  private final OwnLane lane = new OwnLane(tree.active().markOf(0), CHUNK);
  private final Posts posts = new Posts(tree, pace, lane);

  @Test
  void theFirstOfASliceIsTold() {
    makeQuick();
    offer(1);
    assertThat(isMarked()).isTrue();
    posts.sliceOver();
    tree.active().unmark(lane.index()); // a taker
    offer(1);
    assertThat(isMarked()).isTrue();
  }

  @Test
  void aQuickWorkerGoesOnSilentlyForAWhile() {
    makeQuick();
    offer(1);
    tree.active().unmark(lane.index());
    offer(50);
    assertThat(isMarked()).isFalse();
    offer(15);
    assertThat(isMarked()).isTrue();
  }

  @Test
  void whatWasOfferedSilentlyIsToldWhenTheSliceIsOver() {
    makeQuick();
    offer(1);
    tree.active().unmark(lane.index());
    offer(1);
    assertThat(isMarked()).isFalse();
    posts.sliceOver();
    assertThat(isMarked()).isTrue();
  }

  @Test
  void aWorkerThatIsNotQuickTellsOfEach() {
    for (int i = 0; i < 3; i++) {
      offer(1);
      assertThat(isMarked()).isTrue();
      tree.active().unmark(lane.index());
    }
  }

  @Test
  void isFullWhereverItsSlicesBegin() {
    makeQuick();
    for (int first = 1; first < CHUNK; first++) {
      offer(first);
      posts.sliceOver();
      offer(CHUNK - first);
      assertThat(posts.offer(() -> {})).as("a slice that begins at %s", first).isFalse();
      posts.sliceOver();
      assertThat(posts.offer(() -> {})).isFalse();
      while (lane.take() != null) {}
    }
  }

  private void makeQuick() {
    for (int i = 0; i < Pace.TRUST; i++) {
      pace.begin(0);
      boolean _ = pace.ran(1);
      pace.read(1);
    }
    assertThat(pace.isQuick()).isTrue();
  }

  private void offer(int many) {
    for (int i = 0; i < many; i++) {
      assertThat(posts.offer(() -> {})).isTrue();
    }
  }

  private boolean isMarked() {
    return tree.active().isMarked(lane.index());
  }
}
