package dev.millrace.stress.model;

import java.util.List;

/**
 * What happens in a {@link SignallingModel}: always two workers and two tasks.
 *
 * @param words the signal word of each task
 * @param leafOfWord the leaf of each word
 * @param posters what each poster wakes, in order
 * @param batch whether a worker takes a word whole, as a quick one does, or one task at a time
 * @param inside what task 0 does in its first run
 * @param longStep whether the step of task 0 lasts until task 1 has run: somebody else must do that
 * @param afterWork whether it begins after worker 0 has run something: the word is still marked,
 *     worker 0 is about to search, and worker 1 sleeps
 * @param leaves whether a worker leaves what it finds to the other, as long as that one is awake
 */
record Scenario(
    List<Integer> words,
    List<Integer> leafOfWord,
    List<List<Integer>> posters,
    boolean batch,
    Inside inside,
    boolean longStep,
    boolean afterWork,
    boolean leaves) {

  /** What a step does to another task. */
  enum Inside {
    NOTHING,
    /** Wakes task 1 and keeps it, to claim it when the step is over. */
    KEEPS,
    /** Wakes task 1, marks its word, and calls nobody. */
    MARKS
  }

  static Scenario oneWord(List<List<Integer>> posters) {
    return new Scenario(
        List.of(0, 0), List.of(0, 0), posters, false, Inside.NOTHING, false, false, false);
  }

  boolean isOneWord() {
    return words.equals(List.of(0, 0));
  }

  boolean isOneLeaf() {
    return leafOfWord.equals(List.of(0, 0));
  }

  Scenario twoWords() {
    return new Scenario(
        List.of(0, 1), List.of(0, 0), posters, batch, inside, longStep, afterWork, leaves);
  }

  Scenario twoLeaves() {
    return new Scenario(
        List.of(0, 1), List.of(0, 1), posters, batch, inside, longStep, afterWork, leaves);
  }

  Scenario batched() {
    return new Scenario(words, leafOfWord, posters, true, inside, longStep, afterWork, leaves);
  }

  Scenario inside(Inside newInside) {
    return new Scenario(words, leafOfWord, posters, batch, newInside, longStep, afterWork, leaves);
  }

  Scenario withLongStep() {
    return new Scenario(words, leafOfWord, posters, batch, inside, true, afterWork, leaves);
  }

  Scenario afterSomeWork() {
    return new Scenario(words, leafOfWord, posters, batch, inside, longStep, true, leaves);
  }

  Scenario leaving() {
    return new Scenario(words, leafOfWord, posters, batch, inside, longStep, afterWork, true);
  }
}
