package dev.millrace.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The commands of the plan over bare connections, a thread each: those of many requests go out
 * together, nobody waits for one answer to know the next command, and nobody looks at the replies.
 * What a machine can give at most.
 */
final class PipelineLoad implements Load, AutoCloseable {

  private static final int USERS_A_TRIP = 16;

  private final List<BareRedis> connections = new ArrayList<>();
  private final ExecutorService threads;

  PipelineLoad(RedisServer server, int connections) {
    for (int i = 0; i < connections; i++) {
      this.connections.add(BareRedis.connect(server));
    }
    threads = Executors.newFixedThreadPool(connections, Thread.ofPlatform().daemon().factory());
  }

  @Override
  public long run(long until) throws Exception {
    List<Callable<Long>> work = new ArrayList<>();
    for (BareRedis connection : connections) {
      work.add(() -> run(connection, until));
    }
    long commands = 0;
    for (Future<Long> each : threads.invokeAll(work)) {
      commands += each.get();
    }
    return commands;
  }

  private static long run(BareRedis connection, long until) {
    long users = 0;
    do {
      connection.oneRoundTrip(users, USERS_A_TRIP);
      users += USERS_A_TRIP;
    } while (System.nanoTime() < until);
    return users * BareRedis.COMMANDS;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    connections.forEach(BareRedis::close);
  }
}
