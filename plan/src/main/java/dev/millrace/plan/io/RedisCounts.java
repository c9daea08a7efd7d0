package dev.millrace.plan.io;

/**
 * What the client of one endpoint has done so far.
 *
 * @param sends how often it was asked
 * @param commands how many commands were written
 * @param writes how often commands were written together: round trips
 * @param shared how many commands were answered by one that was in flight anyway
 * @param timeouts sends that heard nothing in time
 * @param lateReplies replies that nobody waited for any more
 * @param overloaded sends that were refused because too many waited
 * @param connects connections made
 * @param failedConnects connections that did not come about
 * @param lostConnections connections that broke
 * @param circuitOpened how often a circuit opened
 * @param openCircuits servers that are not even tried at the moment
 * @param inFlight sends that are on the wire
 * @param waiting sends that wait for a permit
 */
public record RedisCounts(
    long sends,
    long commands,
    long writes,
    long shared,
    long timeouts,
    long lateReplies,
    long overloaded,
    long connects,
    long failedConnects,
    long lostConnections,
    long circuitOpened,
    int openCircuits,
    int inFlight,
    int waiting) {

  /** The counters, while they run. Guarded by their client's lock. */
  static final class Tally {
    long sends;
    long commands;
    long writes;
    long shared;
    long timeouts;
    long lateReplies;
    long overloaded;
    long connects;
    long failedConnects;
    long lostConnections;
    long circuitOpened;

    RedisCounts counts(int openCircuits, int inFlight, int waiting) {
      return new RedisCounts(
          sends,
          commands,
          writes,
          shared,
          timeouts,
          lateReplies,
          overloaded,
          connects,
          failedConnects,
          lostConnections,
          circuitOpened,
          openCircuits,
          inFlight,
          waiting);
    }
  }
}
