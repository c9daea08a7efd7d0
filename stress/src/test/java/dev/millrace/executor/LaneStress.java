package dev.millrace.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Those who offer to a lane, take from it, look at it and close it, against each other
 * (SIGNALLING.md, section 7, "Lanes" and "Rows").
 */
final class LaneStress {

  private static final int ROOM = 1 << 20;

  private LaneStress() {}

  /** Says what it is, by a plain field. */
  private static final class One implements Runnable {
    private int what;

    One(int what) {
      this.what = what;
    }

    @Override
    public void run() {}
  }

  /** What was taken; 0 for nothing. */
  private static int take(RunLane lane) {
    return lane.take() instanceof One one ? one.what : 0;
  }

  /** The sum of all that wait, if each is a bit. */
  private static int takeAll(RunLane lane) {
    int sum = 0;
    for (int one = take(lane); one != 0; one = take(lane)) {
      sum += one;
    }
    return sum;
  }

  private static int runAll(Row row) {
    int sum = 0;
    while (row.next() instanceof One one) {
      sum += one.what;
    }
    return sum;
  }

  private static OutsideLane outsideLane(int passed) {
    OutsideLane lane = new OutsideLane(new BitTree(2).markOf(0), ROOM);
    var _ = lane.first().give(passed); // as if so many had been offered and taken
    var _ = lane.first().take(0, passed);
    return lane;
  }

  private static OwnLane ownLane(int passed) {
    OwnLane lane = new OwnLane(new BitTree(2).markOf(0), ROOM);
    for (int i = 0; i < passed; i++) {
      lane.offer(new One(1));
    }
    var _ = lane.first().take(0, passed);
    return lane;
  }

  /** As {@link TaskSearch#hasWorkAfterAll} does it. */
  private static void clean(BitTree tree, RunLane lane) {
    if (!lane.hasWork()) {
      tree.unmark(lane.index());
      if (lane.hasWork()) {
        tree.mark(lane.index());
      }
    }
  }

  /** Whether there is nothing in the lane, or whoever searches is led there. */
  private static boolean isShown(BitTree tree, RunLane lane) {
    return !lane.hasWork() || (tree.isMarked(lane.index()) && !tree.isEmpty());
  }

  // ---- offer and take

  /** Section 7, "Lanes", step 2: a place is given before anything is there. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "taken, at once or later")
  @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or not all of it seen")
  @State
  public static class OfferAgainstTake {
    private final OutsideLane lane = outsideLane(0);

    @Actor
    public void submitter() {
      var _ = lane.offer(new One(1));
    }

    @Actor
    public void worker(II_Result r) {
      r.r1 = take(lane);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = takeAll(lane);
    }
  }

  /** The same for a lane of a worker's own, which offers by plain stores. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "taken, at once or later")
  @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or not all of it seen")
  @State
  public static class OwnOfferAgainstTake {
    private final OwnLane lane = ownLane(0);

    @Actor
    public void owner() {
      lane.offer(new One(1));
    }

    @Actor
    public void other(II_Result r) {
      r.r1 = take(lane);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r2 = takeAll(lane);
    }
  }

  /** The first place is the last of a chunk. */
  @JCStressTest
  @Outcome(id = "2, 3", expect = ACCEPTABLE, desc = "both are there, once")
  @Outcome(expect = FORBIDDEN, desc = "lost, doubled, or miscounted")
  @State
  public static class TwoSubmitters {
    private final OutsideLane lane = outsideLane(RunLane.Chunk.SIZE - 1);

    @Actor
    public void first() {
      var _ = lane.offer(new One(1));
    }

    @Actor
    public void second() {
      var _ = lane.offer(new One(2));
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = (int) lane.offered() - (RunLane.Chunk.SIZE - 1);
      r.r2 = takeAll(lane);
    }
  }

  /** Section 7, "Lanes": a take is one RMW. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one of the two has it")
  @Outcome(expect = FORBIDDEN, desc = "both or none")
  @State
  public static class TwoTakers {
    private final OutsideLane lane = outsideLane(0);

    public TwoTakers() {
      var _ = lane.offer(new One(1));
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = take(lane);
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = take(lane);
    }
  }

  /** Two are left in a chunk, a third is in the next. */
  @JCStressTest
  @Outcome(id = "3, 4", expect = ACCEPTABLE, desc = "the row first")
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the one first")
  @Outcome(expect = FORBIDDEN, desc = "lost, or had by both")
  @State
  public static class RowAgainstTake {
    private final OutsideLane lane = outsideLane(RunLane.Chunk.SIZE - 2);
    private final Row row = new Row();

    public RowAgainstTake() {
      for (int bit = 1; bit <= 4; bit <<= 1) {
        var _ = lane.offer(new One(bit));
      }
    }

    @Actor
    public void worker(II_Result r) {
      r.r1 = lane.takeRow(row, 8, false) ? runAll(row) : 0;
    }

    @Actor
    public void taker(II_Result r) {
      r.r2 = take(lane);
    }

    @Arbiter
    public void after(II_Result r) {
      if (r.r1 + r.r2 + takeAll(lane) != 7) {
        r.r1 = -1;
      }
    }
  }

  /** A worker at its row, and the watcher (section 7, "Rows"). */
  @JCStressTest
  @Outcome(
      id = {"7, 0", "3, 4", "1, 6", "0, 7"},
      expect = ACCEPTABLE,
      desc = "the worker has what it has begun, the watcher the rest")
  @Outcome(expect = FORBIDDEN, desc = "lost, or had by both")
  @State
  public static class RevokeAgainstNext {
    private final OwnLane lane = ownLane(0);
    private final OwnLane watchers = ownLane(0);
    private final Row row = new Row();
    private volatile Thread thread;

    public RevokeAgainstNext() {
      for (int bit = 1; bit <= 4; bit <<= 1) {
        lane.offer(new One(bit));
      }
      var _ = lane.takeRow(row, 8, false);
    }

    @Actor
    public void worker(II_Result r) {
      thread = Thread.currentThread();
      r.r1 = runAll(row);
    }

    @Actor
    public void watcher(II_Result r) {
      Thread owner = thread;
      if (owner != null && owner != Thread.currentThread()) {
        int _ = row.revoke(owner, watchers::offer, _ -> {});
      }
      r.r2 = takeAll(watchers);
    }
  }

  /** One is left in a chunk, and one is in the next. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the second is seen, whoever takes the first")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "an empty lane in which something waits")
  @State
  public static class LookOverEdge {
    private final OutsideLane lane = outsideLane(RunLane.Chunk.SIZE - 1);

    public LookOverEdge() {
      var _ = lane.offer(new One(1));
      var _ = lane.offer(new One(2));
    }

    @Actor
    public void taker() {
      var _ = lane.take();
    }

    @Actor
    public void searcher(Z_Result r) {
      r.r1 = lane.hasWork();
    }
  }

  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the second is seen, whoever takes the first")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "an empty lane in which something waits")
  @State
  public static class OwnLookOverEdge {
    private final OwnLane lane = ownLane(RunLane.Chunk.SIZE - 1);

    public OwnLookOverEdge() {
      lane.offer(new One(1));
      lane.offer(new One(2));
    }

    @Actor
    public void taker() {
      var _ = lane.take();
    }

    @Actor
    public void searcher(Z_Result r) {
      r.r1 = lane.hasWork();
    }
  }

  // ---- close

  /** Section 7: a lane from outside is closed by the count that gives places. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted, counted and taken")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(expect = FORBIDDEN, desc = "accepted and lost, refused and run, or miscounted")
  @State
  public static class OfferAgainstClose {
    private final OutsideLane lane = outsideLane(0);

    @Actor
    public void submitter(II_Result r) {
      r.r1 = lane.offer(new One(1)) ? 1 : 0;
    }

    @Actor
    public void closer() {
      lane.close();
    }

    @Arbiter
    public void after(II_Result r) {
      long offered = lane.offered();
      r.r2 = takeAll(lane);
      if (r.r2 != offered || lane.hasWork()) {
        r.r2 = -1;
      }
    }
  }

  /** The chunk is full: one wants to put the next behind it, the other the end. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted, counted and taken")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(expect = FORBIDDEN, desc = "accepted and lost, refused and run, or miscounted")
  @State
  public static class OfferAgainstCloseAtEdge {
    private final OutsideLane lane = outsideLane(RunLane.Chunk.SIZE);

    @Actor
    public void submitter(II_Result r) {
      r.r1 = lane.offer(new One(1)) ? 1 : 0;
    }

    @Actor
    public void closer() {
      lane.close();
    }

    @Arbiter
    public void after(II_Result r) {
      long offered = lane.offered() - RunLane.Chunk.SIZE;
      r.r2 = takeAll(lane);
      if (r.r2 != offered || lane.hasWork()) {
        r.r2 = -1;
      }
    }
  }

  /** What is counted after the close is what was accepted, as the executor compares it. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted and counted")
  @Outcome(expect = FORBIDDEN, desc = "the count changes after the close")
  @State
  public static class CountAfterClose {
    private final OutsideLane lane = outsideLane(0);

    @Actor
    public void submitter(II_Result r) {
      r.r1 = lane.offer(new One(1)) ? 1 : 0;
    }

    @Actor
    public void closer(II_Result r) {
      lane.close();
      r.r2 = (int) lane.offered();
    }
  }

  // ---- marks

  /**
   * The lane was emptied by a quick worker, and is still marked: why steps 3 to 5 may be left out
   * (section 7, "Lanes").
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the mark stayed, or one of them set it again")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "work, and no mark")
  @State
  public static class SubmitAgainstSecondLook {
    private final BitTree tree = new BitTree(BitTree.FAN);
    private final OutsideLane lane = outsideLane(0);

    public SubmitAgainstSecondLook() {
      tree.mark(lane.index());
    }

    @Actor
    public void submitter() {
      var _ = lane.offer(new One(1));
      if (!tree.isMarked(lane.index())) {
        tree.mark(lane.index());
      }
    }

    @Actor
    public void searcher() {
      clean(tree, lane);
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = isShown(tree, lane);
    }
  }

  /** As a worker offers to its own lane that is not quick (section 7, "Lanes"). */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the mark stayed, or one of them set it again")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "work, and no mark")
  @State
  public static class OwnSubmitAgainstSecondLook {
    private final BitTree tree = new BitTree(BitTree.FAN);
    private final OwnLane lane = ownLane(0);

    public OwnSubmitAgainstSecondLook() {
      tree.mark(lane.index());
    }

    @Actor
    public void owner() {
      lane.offer(new One(1));
      VarHandle.fullFence();
      if (!tree.isMarked(lane.index())) {
        tree.mark(lane.index());
      }
    }

    @Actor
    public void searcher() {
      clean(tree, lane);
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = isShown(tree, lane);
    }
  }

  /** Why there is a fence. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the mark stayed, or one of them set it again")
  @Outcome(
      id = "false",
      expect = ACCEPTABLE_INTERESTING,
      desc = "the look at the mark has overtaken the runnable")
  @State
  public static class OwnSubmitWithoutFence {
    private final BitTree tree = new BitTree(BitTree.FAN);
    private final OwnLane lane = ownLane(0);

    public OwnSubmitWithoutFence() {
      tree.mark(lane.index());
    }

    @Actor
    public void owner() {
      lane.offer(new One(1));
      if (!tree.isMarked(lane.index())) {
        tree.mark(lane.index());
      }
    }

    @Actor
    public void searcher() {
      clean(tree, lane);
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = isShown(tree, lane);
    }
  }
}
