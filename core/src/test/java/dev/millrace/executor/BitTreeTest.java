package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BitTreeTest {

  private final BitTree tree = new BitTree(64 * 64 * 3);

  @Test
  void markingGoesUpToTheRoot() {
    tree.mark(65);
    assertThat(tree.leaf(1)).isEqualTo(0b10);
    assertThat(tree.root(0)).isEqualTo(0b10);
    assertThat(tree.isEmpty()).isFalse();
  }

  @Test
  void unmarkingTheLastItemEmptiesTheRoot() {
    tree.mark(3);
    tree.mark(4);
    tree.unmark(3);
    assertThat(tree.isEmpty()).isFalse();
    tree.unmark(4);
    assertThat(tree.isEmpty()).isTrue();
  }

  @Test
  void aRootBitIsSetAgainIfItsLeafIsNotEmptyAfterAll() {
    tree.mark(7);
    tree.unmarkRoot(0);
    assertThat(tree.root(0)).isEqualTo(1);
  }

  @Test
  void tellsWhetherAnythingElseIsMarked() {
    tree.cover(64 * 64 * 2);
    assertThat(tree.hasNothingBut(65)).as("nothing at all").isTrue();
    tree.mark(65);
    assertThat(tree.hasNothingBut(65)).isTrue();
    assertThat(tree.hasNothingBut(66)).isFalse();
    for (int other : new int[] {64, 1, 64 * 64 + 65}) {
      tree.mark(other);
      assertThat(tree.hasNothingBut(65)).as("beside %d", other).isFalse();
      tree.unmark(other);
      assertThat(tree.hasNothingBut(65)).isTrue();
    }
  }

  @Test
  void onlyRootsInUseAreLookedAt() {
    assertThat(tree.rootCount()).isEqualTo(1);
    tree.cover(64 * 64 * 2);
    assertThat(tree.rootCount()).isEqualTo(3);
    tree.cover(0);
    assertThat(tree.rootCount()).isEqualTo(3);
    tree.mark(64 * 64 * 2 + 1);
    assertThat(tree.isEmpty()).isFalse();
  }
}
