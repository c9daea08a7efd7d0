package dev.millrace.plan.io;

import dev.millrace.plan.registry.EndpointSpec;
import dev.millrace.plan.registry.NodeAddress;
import dev.millrace.plan.registry.RedisAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client of one endpoint, over a few connections on which the commands of all callers follow
 * each other. Thread-safe.
 *
 * <p>Locking is here and thin: {@link Reads} decides under the lock, what follows from it is done
 * without. Who sends, writes, if the wire has room; a thread for each connection reads and calls
 * back. So a round trip has no other hand-over than the one that the callback makes.
 */
final class PipelinedClient implements RedisClient, AutoCloseable {

  private static final System.Logger LOG = System.getLogger(PipelinedClient.class.getName());
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private final String name;
  private final Connector connector;
  private final RedisSettings settings;
  private final ScheduledExecutorService timer;
  private final Topology topology;
  private final Reads reads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /** When the next tick is due. Guarded by the lock. */
  private long tickAt;

  /** Guarded by the lock. */
  private boolean tickScheduled;

  /**
   * @param timer calls back when the time is up; shared, and not closed here
   */
  PipelinedClient(EndpointSpec spec, RedisSettings settings, ScheduledExecutorService timer) {
    RedisAddress address = RedisAddress.parse(spec.address());
    this.name = spec.id() + " " + address;
    this.connector = new Connector(address, spec.policy().connectTimeout(), settings);
    this.settings = settings;
    this.timer = timer;
    this.topology = new Topology(address, () -> breaker(settings));
    this.reads =
        new Reads(topology, new Faults(spec, address), settings, ReadLimits.of(spec.policy()));
  }

  private static CircuitBreaker breaker(RedisSettings settings) {
    return new CircuitBreaker(
        settings.failuresToOpen(),
        new Backoff(
            settings.firstDelay(),
            settings.mostDelay(),
            () -> ThreadLocalRandom.current().nextDouble()));
  }

  @Override
  public void send(List<RedisCommand> commands, Callback callback) {
    Send send = new Send(List.copyOf(commands), callback, System.nanoTime());
    if (send.commands.isEmpty()) {
      callback.replied(List.of());
      return;
    }
    act(outbox -> reads.send(send, send.startedAt, outbox));
  }

  RedisCounts counts() {
    lock.lock();
    try {
      return reads.counts();
    } finally {
      lock.unlock();
    }
  }

  /** Fails what is in flight, closes the connections and waits for their threads. Idempotent. */
  @Override
  public void close() {
    act(reads::close);
    long end = System.nanoTime() + CLOSE_WAIT.toNanos();
    for (Thread thread : threads) {
      joinUntil(thread, end);
    }
  }

  private static void joinUntil(Thread thread, long end) {
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      var _ = thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "PipelinedClient[" + name + ", " + counts() + "]";
  }

  // What the threads of the links say.

  Wire connect(NodeAddress node) throws ConnectFailure {
    return connector.open(node);
  }

  void connected(Link link, Wire wire) {
    act(outbox -> reads.connected(link, wire, System.nanoTime(), outbox));
  }

  void connectFailed(Link link, String reason) {
    act(outbox -> reads.connectFailed(link, reason, System.nanoTime(), outbox));
  }

  /** What callbacks send on this link meanwhile goes out together, when all have been told. */
  void answered(Link link, List<Reads.Answer> answers) {
    link.cork();
    act(outbox -> reads.answered(link, answers, System.nanoTime(), outbox));
    link.uncork();
    flush(link);
  }

  /**
   * The connection of {@code link} broke. What was written to it since its thread last looked is
   * taken within the same lock: otherwise a command that comes at that moment is never answered.
   *
   * @param owed what its thread knows to be unanswered
   */
  void lost(Link link, List<Flight> owed, String reason) {
    act(outbox -> {
      List<Flight> all = new ArrayList<>(owed);
      all.addAll(link.owed());
      reads.lost(link, all, reason, System.nanoTime(), outbox);
    });
  }

  List<Flight> owed(Link link) {
    lock.lock();
    try {
      return link.owed();
    } finally {
      lock.unlock();
    }
  }

  static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  // Deciding under the lock, doing without it.

  private void act(Consumer<Outbox> decision) {
    Outbox outbox = new Outbox();
    long tickIn;
    lock.lock();
    try {
      decision.accept(outbox);
      tickIn = claimTick(System.nanoTime());
    } finally {
      lock.unlock();
    }
    perform(outbox);
    if (tickIn != Deadlines.NEVER) {
      schedule(tickIn);
    }
  }

  private void perform(Outbox outbox) {
    for (Link link : outbox.flushes()) {
      if (!link.corkedByMe()) {
        flush(link);
      }
    }
    outbox.starts().forEach(this::start);
    outbox.closes().forEach(Wire::close);
    if (outbox.discovers()) {
      Thread.ofVirtual().name("redis slots of " + name).start(this::discover);
    }
    outbox.tells().forEach(PipelinedClient::tell);
  }

  private static void tell(Send send) {
    try {
      send.tell();
    } catch (RuntimeException | Error e) { // foreign code
      LOG.log(System.Logger.Level.ERROR, "A callback of a Redis read failed", e);
    }
  }

  private void start(Link link) {
    Thread thread =
        new ReplyThread(
            "redis " + name,
            () -> {
              try {
                new LinkThread(this, link, settings.maxReplyBytes()).run();
              } finally {
                threads.remove(Thread.currentThread());
              }
            });
    threads.add(thread);
    thread.start();
  }

  private void flush(Link link) {
    for (List<Flight> taken = take(link, false); !taken.isEmpty(); taken = take(link, true)) {
      if (Link.mayBlock(taken)) {
        List<Flight> large = taken;
        Thread.ofVirtual().name("redis write " + name).start(() -> writeLarge(link, large));
        return;
      }
      write(link, taken);
    }
  }

  private void writeLarge(Link link, List<Flight> taken) {
    write(link, taken);
    for (List<Flight> next = take(link, true); !next.isEmpty(); next = take(link, true)) {
      write(link, next);
    }
  }

  private List<Flight> take(Link link, boolean wrote) {
    lock.lock();
    try {
      if (wrote) {
        link.wrote();
      }
      return reads.take(link, System.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  private static void write(Link link, List<Flight> taken) {
    Wire wire = link.wire();
    if (wire == null) {
      throw new IllegalStateException("a link is written to before it is up");
    }
    try {
      link.write(wire, taken);
    } catch (IOException e) {
      // The thread that reads fails of it too, and tells.
      wire.close();
    }
  }

  private void discover() {
    long startedAt = System.nanoTime();
    String reason = "its thread ended unexpectedly";
    SlotTable table = null;
    try {
      for (NodeAddress node : witnesses()) {
        try {
          table = connector.slots(node);
          break;
        } catch (ConnectFailure e) {
          reason = node + ": " + reason(e);
        }
      }
    } finally {
      tellSlots(table, reason, startedAt);
    }
  }

  private List<NodeAddress> witnesses() {
    lock.lock();
    try {
      return topology.witnesses();
    } finally {
      lock.unlock();
    }
  }

  private void tellSlots(@Nullable SlotTable table, String reason, long startedAt) {
    act(outbox -> {
      if (table != null) {
        reads.discovered(table, System.nanoTime(), outbox);
      } else {
        reads.notDiscovered(reason, startedAt, System.nanoTime(), outbox);
      }
    });
  }

  // Time.

  /** How long until a tick that this thread must schedule, or {@link Deadlines#NEVER}. */
  private long claimTick(long now) {
    if (reads.closed()) {
      return Deadlines.NEVER;
    }
    long in = reads.nextTickIn(now);
    if (in == Deadlines.NEVER || (tickScheduled && tickAt - (now + in) <= 0)) {
      return Deadlines.NEVER;
    }
    tickScheduled = true;
    tickAt = now + in;
    return Math.max(0, in);
  }

  private void schedule(long in) {
    try {
      var _ = timer.schedule(this::tick, in, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The timer ends only after its clients are closed.
      LOG.log(System.Logger.Level.DEBUG, "No timer any more for " + name, e);
    }
  }

  private void tick() {
    act(outbox -> {
      tickScheduled = false;
      reads.tick(System.nanoTime(), outbox);
    });
  }
}
