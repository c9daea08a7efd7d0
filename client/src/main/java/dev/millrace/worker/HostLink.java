package dev.millrace.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.client.EventLoop;
import dev.millrace.client.TaskChannel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/** What the runners of one host share. Confined to the event loop, but for what is final. */
final class HostLink {

  private static final Logger LOG = System.getLogger(HostLink.class.getName());

  private final TaskChannel channel;
  private final HostSettings settings;
  private final V2Switch v2;
  private final RandomGenerator random;
  private final LeaseKeeper leases;

  /** Whether the server is known to be a Millrace server. */
  private boolean millrace;

  HostLink(TaskChannel channel, HostSettings settings, V2Switch v2, RandomGenerator random) {
    this.channel = channel;
    this.settings = settings;
    this.v2 = v2;
    this.random = random;
    this.leases = new LeaseKeeper(channel, settings.workerId(), this::heed);
  }

  TaskChannel channel() {
    return channel;
  }

  EventLoop loop() {
    return channel.loop();
  }

  /** From any thread. False, and said, if the client was closed before its workers. */
  @CanIgnoreReturnValue
  boolean onLoop(Runnable task) {
    try {
      loop().execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.log(Level.WARNING, "The client was closed before its workers: results are lost", e);
      return false;
    }
  }

  HostSettings settings() {
    return settings;
  }

  V2Switch v2() {
    return v2;
  }

  RandomGenerator random() {
    return random;
  }

  LeaseKeeper leases() {
    return leases;
  }

  boolean isMillrace() {
    return millrace;
  }

  /** Takes what the server said besides an answer. */
  void heed(TaskChannel.Notices notices) {
    millrace |= notices.millrace();
    notices.revoked().forEach(leases::revoke);
  }
}
