package dev.millrace.plan.expr;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The generated loops of one program. One is made at once, which serves runs of any shape; others
 * are made for the shapes that come once there have been enough rows, and check for no null that
 * cannot be. Thread-safe.
 */
final class LoopVariants<T> {

  /** More shapes than this are served by the general loop. */
  static final int MAX_VARIANTS = 8;

  private final Layout layout;
  private final LoopBody body;
  private final Class<T> type;
  private final int bigRun;
  private final Variant<T> general;

  /** Never changed, only replaced, under the lock of this. */
  private volatile Map<Shape, Variant<T>> special = Map.of();

  // Written without order: each thread may see an older value, which serves as well.

  /** The one that was picked last: most runs have the shape of the one before. */
  private @Nullable Variant<T> latest;

  /** How many rows there have been, until they are enough. */
  private long rowsSeen;

  /**
   * A loop, and the runs that it serves.
   *
   * @param complete whether it has a result for every row
   */
  record Variant<T>(Shape shape, boolean complete, T loop) {}

  private LoopVariants(
      Layout layout, LoopBody body, Class<T> type, int bigRun, Variant<T> general) {
    this.layout = layout;
    this.body = body;
    this.type = type;
    this.bigRun = bigRun;
    this.general = general;
  }

  /**
   * Empty if the code would be too big to be fast.
   *
   * @param bigRun after how many rows code for their shape is worth it
   */
  static <T> Optional<LoopVariants<T>> of(Layout layout, LoopBody body, Class<T> type, int bigRun) {
    if (body.parts() > CodeSize.MAX_PARTS) {
      return Optional.empty();
    }
    Shape shape = Shape.general(layout);
    byte[] classFile = new LoopClass(layout, shape, body).bytes();
    if (!CodeSize.fits(classFile)) {
      return Optional.empty();
    }
    Variant<T> general =
        new Variant<>(shape, body.isComplete(shape), LoopClass.instance(classFile, type));
    return Optional.of(new LoopVariants<>(layout, body, type, bigRun, general));
  }

  /** The loop for a run on {@code frame}, which is made fit for it. */
  Variant<T> pick(Frame frame) {
    Variant<T> last = latest;
    if (last != null && frame.hasShape(last.shape())) {
      return last;
    }
    if (isWorthIt(frame.rowSet().size())) {
      Shape shape = frame.shape();
      Variant<T> known = special.get(shape);
      if (known != null || special.size() < MAX_VARIANTS) {
        Variant<T> picked = known == null ? make(shape) : known;
        latest = picked;
        return picked;
      }
    }
    frame.generalize();
    return general;
  }

  private boolean isWorthIt(int rows) {
    if (rowsSeen < bigRun) {
      rowsSeen += rows;
    }
    return rowsSeen >= bigRun;
  }

  /** Under a lock, so that a burst of requests makes one and not many. */
  private synchronized Variant<T> make(Shape shape) {
    Variant<T> known = special.get(shape);
    if (known != null) {
      return known;
    }
    T loop = LoopClass.instance(new LoopClass(layout, shape, body).bytes(), type);
    Variant<T> made = new Variant<>(shape, body.isComplete(shape), loop);
    Map<Shape, Variant<T>> more = new HashMap<>(special);
    more.put(shape, made);
    special = Map.copyOf(more);
    return made;
  }
}
