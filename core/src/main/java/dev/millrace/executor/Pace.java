package dev.millrace.executor;

/**
 * How long a worker's slices have been taking lately, and so whether it may keep work to itself.
 *
 * <p>Work that a worker keeps cannot be taken by another. That is right while it will start sooner
 * than another thread could be woken for it, and wrong otherwise. A worker whose slices are short
 * is read at long intervals, because reading a clock costs more than a slice; one whose slices are
 * long is read after each, and must be quick several times in a row to be trusted again.
 *
 * <p>Pure policy; confined to its worker, but for {@link #isQuick} and {@link #isBetterLeftAlone}.
 */
final class Pace {

  /** A slice up to this long is quick; waking a thread costs several times as much. */
  static final long QUICK_NANOS = 5_000;

  /** A slice up to this long takes less time than to fetch its task from another core's cache. */
  static final long TINY_NANOS = 64;

  /** A slice up to this long is over before another core has handed over the next. */
  static final long MINUTE_NANOS = 32;

  /** How long a row of plain runnables may take: less than it takes to wake a thread for them. */
  static final long ROW_NANOS = 4_000;

  static final int LONGEST_ROW = RunLane.Chunk.SIZE;

  /** Slices between two readings of a quick worker. */
  static final int QUICK_WINDOW = 64;

  /** Quick readings in a row before a worker counts as quick. */
  static final int TRUST = 4;

  private int window = 1;
  private int quickReadings;

  /** Written when it changes, which is seldom; read by anybody. */
  private volatile boolean quick;

  private int slices;
  private long since;

  /** Read by others too, as a hint. */
  private long nanosEach = QUICK_NANOS;

  /** From any thread. */
  boolean isQuick() {
    return quick;
  }

  /** Whether others should be called to help with {@code more} tasks like the last. */
  boolean isWorthSharing(int more) {
    return !quick || more * nanosEach > QUICK_NANOS * 4;
  }

  /**
   * Whether {@code more} tasks like the last are better left to this worker, by another who has
   * nothing to do. From any thread.
   */
  boolean isBetterLeftAlone(int more) {
    return nanosEach <= TINY_NANOS && !isWorthSharing(more);
  }

  /** Whether tasks like the last are over sooner than others can come with the next. */
  boolean isMinute() {
    return quick && nanosEach <= MINUTE_NANOS;
  }

  /** How many plain runnables a worker takes at once, which keeps them from others. */
  int rowLength() {
    return quick ? Math.clamp(ROW_NANOS / nanosEach, 1, LONGEST_ROW) : 1;
  }

  /** How many slices like the last fit into so much time, but at least one. */
  int slicesIn(long nanos) {
    return (int) Math.max(nanos / nanosEach, 1);
  }

  /** The worker begins to run after a pause. */
  void begin(long now) {
    since = now;
    slices = 0;
  }

  /** The worker ran so many slices; true if it should now read the clock and call {@link #read}. */
  boolean ran(int more) {
    slices += more;
    return slices >= window;
  }

  void read(long now) {
    nanosEach = Math.max(now - since, 1) / slices + 1;
    quickReadings = nanosEach <= QUICK_NANOS ? Math.min(quickReadings + 1, TRUST) : 0;
    boolean trusted = quickReadings == TRUST;
    if (trusted != quick) {
      quick = trusted;
    }
    window = trusted ? QUICK_WINDOW : 1;
    begin(now);
  }

  @Override
  public String toString() {
    return nanosEach + " ns a slice" + (isQuick() ? ", quick" : "");
  }
}
