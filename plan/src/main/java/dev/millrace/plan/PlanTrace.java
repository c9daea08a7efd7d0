package dev.millrace.plan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a request, node by node. Times are nanoseconds since the request began.
 *
 * @param nodes all nodes of the plan, in its order
 * @param endNanos when the answer was given
 * @param criticalPath the ids of the nodes that the answer waited for, first to last
 */
public record PlanTrace(
    String plan, String requestId, List<Node> nodes, long endNanos, List<String> criticalPath) {

  /** A point in time that did not come. */
  public static final long NEVER = -1;

  /** The lane of a node that waits for time to pass. */
  static final String TIMER = "timer";

  public PlanTrace {
    nodes = List.copyOf(nodes);
    criticalPath = List.copyOf(criticalPath);
  }

  /** How far a node got. */
  public enum State {
    WAITING,
    READY,
    RUNNING,
    DONE,
    FAILED,
    /** Was given up because the request was over. */
    CANCELLED
  }

  /** When a node became ready, began and ended; {@link #NEVER} for what did not come. */
  public record Times(long readyNanos, long startNanos, long endNanos) {}

  /**
   * What a node did.
   *
   * @param lane where it ran: {@code inline}, {@code worker n}, {@code redis}, {@code timer},
   *     {@code thread}
   * @param rowsIn the rows of all its inputs together
   * @param batches in how many pieces it was done
   * @param counts what the op counted, e.g. {@code skipped}
   * @param trips its reads from endpoints, in the order in which they were sent
   */
  public record Work(
      String lane,
      long rowsIn,
      long rowsOut,
      int batches,
      Map<String, Long> counts,
      List<Trip> trips) {

    public Work {
      counts = Map.copyOf(counts);
      trips = List.copyOf(trips);
    }

    /** What its replies hold, all together. */
    public long bytes() {
      return trips.stream().mapToLong(Trip::bytes).sum();
    }

    /** What it waited for while it ran: an endpoint or a timer; null if it did not wait. */
    public @Nullable String blockedOn() {
      if (trips.isEmpty()) {
        return lane.equals(TIMER) ? TIMER : null;
      }
      return trips.getLast().endpoint();
    }
  }

  /**
   * Commands that went to an endpoint together.
   *
   * @param first the first of them, e.g. {@code HGETALL user:7}
   * @param commands how many they are
   * @param bytes how much the replies hold, without what the protocol adds
   * @param repliedNanos when the last reply was there, {@link #NEVER} if it was not waited for
   */
  public record Trip(
      String endpoint, String first, int commands, long bytes, long sentNanos, long repliedNanos) {}

  /**
   * One node.
   *
   * @param keys the columns that its rows have, beside the id
   * @param inputs the ids of the nodes whose rows it got
   */
  public record Node(
      String id,
      String op,
      @Nullable String label,
      State state,
      Times times,
      Work work,
      List<Integer> keys,
      List<String> inputs) {

    public Node {
      keys = List.copyOf(keys);
      inputs = List.copyOf(inputs);
    }
  }
}
