package dev.millrace.bench.executor;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Netty's event loops over NIO selectors, without any channel. */
final class NettyPool implements RivalPool {
  private final MultiThreadIoEventLoopGroup group;
  private final List<EventExecutor> loops = new ArrayList<>();

  NettyPool(int workers, ThreadFactory threads) {
    group = new MultiThreadIoEventLoopGroup(workers, threads, NioIoHandler.newFactory());
    group.forEach(loops::add);
  }

  @Override
  public Executor shared() {
    return group;
  }

  @Override
  public Executor lane(int index) {
    return loops.get(index % loops.size());
  }

  @Override
  public void close() {
    var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
