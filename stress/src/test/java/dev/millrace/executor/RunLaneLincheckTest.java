package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.stress.ModelChecking;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is accepted into a lane is taken once, and while it waits the lane has work and shows it.
 * Strictly first in, first out it is not: a taker may find nothing while a submitter has been given
 * a place and has not put its runnable there yet.
 *
 * <p>A chunk has more places than a scenario has operations, so some lanes begin shortly before the
 * edge of one.
 */
final class RunLaneLincheckTest {

  private static final int ROOM = 1 << 20;

  private static ModelCheckingOptions options(int iterations) {
    return ModelChecking.options(iterations).actorsBefore(0).actorsAfter(0).loopBound(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        NewOutsideLane.class,
        OutsideLaneAtEdge.class,
        OutsideLaneOverEdge.class,
        OwnLaneAtEdge.class,
        OwnLaneOverEdge.class
      })
  void acceptedIsTakenOnce(Class<?> lane) {
    options(20).check(lane);
  }

  @ParameterizedTest
  @ValueSource(classes = {OutsideMarks.class, OutsideMarksAtEdge.class, OwnMarksAtEdge.class})
  void laneWithWorkIsMarked(Class<?> marks) {
    options(20).check(marks);
  }

  @Test
  void missingSecondLookIsFoundOut() {
    assertThatThrownBy(() -> options(200).check(NoSecondLook.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  @Test
  void lookAtTheMarkBeforeThePlaceIsGivenIsFoundOut() {
    assertThatThrownBy(() -> options(200).check(LooksAtMarkFirst.class))
        .isInstanceOf(LincheckAssertionError.class);
  }

  /** One that can be told from the others by its bit. */
  private record Marked(int bit) implements Runnable {
    @Override
    public void run() {}
  }

  private static final Marked ANY = new Marked(1);

  /** As if so many had been offered and taken. */
  private static void passBy(OutsideLane lane, int many) {
    RunLane.Chunk chunk = lane.first();
    if (chunk.give(many) != 0 || !chunk.take(0, many)) {
      throw new AssertionError("not new: " + lane);
    }
  }

  private static void passBy(OwnLane lane, int many) {
    for (int i = 0; i < many; i++) {
      lane.offer(ANY);
    }
    if (!lane.first().take(0, many)) {
      throw new AssertionError("not new: " + lane);
    }
  }

  // ---- what goes in comes out

  /** Keeps the books of a lane. */
  public abstract static class Books {
    private final RunLane lane;
    final long before;
    private final AtomicInteger numbers = new AtomicInteger();
    final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();

    /** Between a take and its entry in the books. */
    private final AtomicInteger taking = new AtomicInteger();

    Books(RunLane lane) {
      this.lane = lane;
      this.before = lane.offered();
    }

    abstract boolean accepts(Runnable runnable);

    void offerOne() {
      Marked one = new Marked(1 << numbers.getAndIncrement());
      if (accepts(one)) {
        add(accepted, one);
      }
    }

    @Operation
    public void take() {
      taking.getAndIncrement();
      if (lane.take() instanceof Marked one) {
        add(taken, one);
      }
      taking.getAndDecrement();
    }

    @Operation
    public void takeRow() {
      taking.getAndIncrement();
      Row row = new Row();
      boolean any = lane.takeRow(row, 2, false);
      if (any == row.isEmpty()) {
        throw new AssertionError("took any: " + any);
      }
      while (row.next() instanceof Marked one) {
        add(taken, one);
      }
      taking.getAndDecrement();
    }

    @Operation
    public void look() {
      int waiting = accepted.get() & ~taken.get();
      if (!lane.hasWork() && taking.get() == 0 && (waiting & ~taken.get()) != 0) {
        throw new AssertionError("no work, and still something waits");
      }
    }

    @Validate
    public void allAreTakenOnce() {
      int all = accepted.get();
      if (lane.offered() != before + Integer.bitCount(all)) {
        throw new AssertionError("offered " + lane.offered() + ", accepted " + all);
      }
      if (lane.hasWork() != (taken.get() != all)) {
        throw new AssertionError("has work: " + lane.hasWork());
      }
      while (lane.take() instanceof Marked one) {
        add(taken, one);
      }
      if (taken.get() != all || lane.hasWork()) {
        throw new AssertionError("accepted " + all + ", taken " + taken);
      }
    }

    private static void add(AtomicInteger books, Marked one) {
      if ((books.getAndAccumulate(one.bit, (a, b) -> a | b) & one.bit) != 0) {
        throw new AssertionError("twice: " + one);
      }
    }
  }

  public static class NewOutsideLane extends Books {
    private final OutsideLane lane;
    private volatile boolean closed;

    public NewOutsideLane() {
      this(0);
    }

    NewOutsideLane(int passed) {
      OutsideLane begun = new OutsideLane(new BitTree(2).markOf(0), ROOM);
      passBy(begun, passed);
      lane = begun;
      super(begun);
    }

    @Override
    boolean accepts(Runnable runnable) {
      boolean late = closed;
      boolean accepts = lane.offer(runnable);
      if (accepts && late) {
        throw new AssertionError("accepted after the close");
      }
      return accepts;
    }

    @Operation
    public void offer() {
      offerOne();
    }

    @Operation(runOnce = true)
    public void close() {
      int atLeast = Integer.bitCount(accepted.get());
      lane.close();
      closed = true;
      long offered = lane.offered();
      if (offered < before + atLeast || offered != lane.offered()) {
        throw new AssertionError("closed with " + offered + ", accepted " + atLeast);
      }
    }
  }

  /** Two places are left in its first chunk. */
  public static class OutsideLaneAtEdge extends NewOutsideLane {
    public OutsideLaneAtEdge() {
      super(RunLane.Chunk.SIZE - 2);
    }
  }

  /** One waits at the end of the first chunk, and one at the beginning of the second. */
  public static class OutsideLaneOverEdge extends NewOutsideLane {
    public OutsideLaneOverEdge() {
      super(RunLane.Chunk.SIZE - 1);
      offerOne();
      offerOne();
    }
  }

  /** The same for the lane of a worker, who alone offers. */
  public static class OwnLaneAtEdge extends Books {
    private final OwnLane lane;

    public OwnLaneAtEdge() {
      this(RunLane.Chunk.SIZE - 2);
    }

    OwnLaneAtEdge(int passed) {
      OwnLane begun = new OwnLane(new BitTree(2).markOf(0), ROOM);
      passBy(begun, passed);
      lane = begun;
      super(begun);
    }

    @Override
    boolean accepts(Runnable runnable) {
      lane.offer(runnable);
      return true;
    }

    @Operation(nonParallelGroup = "owner")
    public void offer() {
      offerOne();
    }
  }

  public static class OwnLaneOverEdge extends OwnLaneAtEdge {
    public OwnLaneOverEdge() {
      super(RunLane.Chunk.SIZE - 1);
      offerOne();
      offerOne();
    }
  }

  // ---- what waits is marked

  /** As a lane, SummaryTree and TaskSearch work together. */
  public abstract static class Marks {
    final ExecutorCore core =
        new ExecutorCore(ExecutorConfig.defaults().withWorkers(1).withCapacity(2048));
    final BitTree active = core.tree().active();
    private final TaskSearch search = new TaskSearch(core, 0);
    final RunLane lane;

    /** As a quick worker leaves it: all taken, and still marked. */
    Marks(int position) {
      lane = core.lanes().at(position);
      active.mark(position);
    }

    abstract void put();

    void submitOne() {
      put();
      core.tree().mark(lane);
    }

    boolean hasWorkAfterAll() {
      return search.hasWorkAfterAll(lane);
    }

    @Operation
    public void take() {
      var _ = lane.take();
    }

    /** Before a search goes on, and before a worker that is not quick runs what it has taken. */
    @Operation
    public void lookAndLookAgain() {
      if (!lane.hasWork()) {
        var _ = hasWorkAfterAll();
      }
    }

    @Validate
    public void workIsMarked() {
      if (lane.hasWork() && !(active.isMarked(lane.index()) && active.root(0) == 1)) {
        throw new AssertionError("nobody will find " + lane);
      }
    }
  }

  public static class OutsideMarks extends Marks {
    public OutsideMarks() {
      this(0);
    }

    OutsideMarks(int passed) {
      super(1);
      passBy((OutsideLane) lane, passed);
    }

    @Override
    void put() {
      if (core.lanes().offerFromOutside(ANY) != lane) {
        throw new AssertionError("there is one lane");
      }
    }

    @Operation
    public void submit() {
      submitOne();
    }
  }

  /** One place is left in its first chunk. */
  public static class OutsideMarksAtEdge extends OutsideMarks {
    public OutsideMarksAtEdge() {
      super(RunLane.Chunk.SIZE - 1);
    }
  }

  public static class OwnMarksAtEdge extends Marks {
    public OwnMarksAtEdge() {
      super(0);
      passBy(core.lanes().ofWorker(0), RunLane.Chunk.SIZE - 1);
    }

    @Override
    void put() {
      core.lanes().ofWorker(0).offer(ANY);
    }

    @Operation(nonParallelGroup = "owner")
    public void submit() {
      submitOne();
    }
  }

  /** Clears the mark and leaves it at that. */
  public static class NoSecondLook extends OutsideMarks {
    @Override
    boolean hasWorkAfterAll() {
      active.unmark(lane.index());
      return false;
    }
  }

  /** The submitter looks whether the lane is marked, and only then puts its runnable there. */
  public static class LooksAtMarkFirst extends OutsideMarks {
    @Override
    void submitOne() {
      boolean marked = active.isMarked(lane.index());
      put();
      if (!marked) {
        active.mark(lane.index());
      }
    }
  }
}
