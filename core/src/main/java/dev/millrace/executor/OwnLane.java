package dev.millrace.executor;

/**
 * A lane to which one worker alone offers, so that this needs no atomic exchange. Others may take
 * from it. Thread-safe but for {@link #hasRoom} and {@link #offer}, which are the worker's.
 */
final class OwnLane extends RunLane {

  private final int mostWaiting;
  private Chunk last;

  /** The next place in the last chunk. Read by others too, as a hint. */
  private int place;

  /**
   * @param mostWaiting from about so many on it is full
   */
  OwnLane(int index, int mostWaiting) {
    Chunk chunk = new Chunk(0);
    super(index, chunk);
    this.mostWaiting = mostWaiting;
    this.last = chunk;
  }

  boolean hasRoom() {
    return place < Chunk.SIZE || last.before + Chunk.SIZE - taken() < mostWaiting;
  }

  /** Puts one more in, whether there is room or not. */
  void offer(Runnable runnable) {
    if (place == Chunk.SIZE) {
      Chunk next = new Chunk(last.before + Chunk.SIZE);
      last.next = next;
      last = next;
      place = 0;
    }
    last.put(place++, runnable);
  }

  @Override
  boolean hasWork(Chunk chunk) {
    int taken = chunk.taken();
    return taken < Chunk.SIZE && (chunk.at(taken) != null || chunk.taken() != taken);
  }

  @Override
  long offered() {
    return last.before + place;
  }
}
