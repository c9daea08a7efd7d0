package dev.millrace.worker;

import dev.millrace.client.ClientException;
import dev.millrace.client.EventLoop;
import dev.millrace.client.PollRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskChannel.Reply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server for tasks of one queue: one poll at a time, as {@link PollPace} says. Confined to
 * the event loop.
 *
 * <pre>
 *   idle ──► asking ──► idle
 *    ▲          └─────► pausing ──┐ tells that it is idle again
 *    └────────────────────────────┘
 * </pre>
 */
final class Poller {

  private static final Logger LOG = System.getLogger(Poller.class.getName());

  private static final Duration FIRST_END = Duration.ofMillis(50);

  private final HostLink link;
  private final WorkerSpec spec;
  private final RunnerTally tally;
  private final Runnable onIdle;
  private final PollPace pace;

  private boolean asking;
  private EventLoop.@Nullable Timer pausing;

  /** The fastest poll that brought tasks; 0 if none did yet. */
  private long fastestNanos;

  /**
   * @param onIdle told after a pause
   */
  Poller(HostLink link, WorkerSpec spec, RunnerTally tally, Runnable onIdle) {
    this.link = link;
    this.spec = spec;
    this.tally = tally;
    this.onIdle = onIdle;
    this.pace = new PollPace(spec.settings().maxPollTimeout(), link.random());
  }

  boolean isIdle() {
    return !asking && pausing == null;
  }

  long fastestNanos() {
    return fastestNanos;
  }

  /** Asks. {@code then} is told once, with nothing if the poll failed. Must be idle. */
  void poll(int count, Consumer<List<Task>> then) {
    asking = true;
    tally.serverPolls.increment();
    long begin = link.loop().nanoTime();
    var request =
        new PollRequest(
            spec.taskType(),
            spec.settings().domain(),
            link.settings().workerId(),
            count,
            pace.timeout(),
            spec.settings().definitions());
    link.channel().poll(request, reply -> then.accept(take(reply, begin)));
  }

  /** No poll for a while: what came could not be run. */
  void backOff() {
    if (pausing == null) {
      pause(pace.error());
    }
  }

  /** No pause any more; a poll that is under way is answered soon, if the server can do that. */
  void stop() {
    if (pausing != null) {
      pausing.cancel();
      pausing = null;
    }
    end(FIRST_END);
  }

  /** Again and again: the poll may come to the server after the wish to end it. */
  private void end(Duration again) {
    if (asking && link.isMillrace()) {
      link.channel().endPolls(link.settings().workerId());
      EventLoop.Timer _ = link.loop().after(again, () -> end(again.multipliedBy(2)));
    }
  }

  private List<Task> take(Reply reply, long begin) {
    asking = false;
    link.heed(reply.notices());
    long elapsed = link.loop().nanoTime() - begin;
    return switch (reply) {
      case Reply.Tasks(List<Task> tasks, _) -> {
        recovered();
        if (tasks.isEmpty()) {
          tally.emptyPolls.increment();
          pause(pace.nothing(Duration.ofNanos(elapsed)));
        } else {
          pace.tasks();
          fastestNanos = fastestNanos == 0 ? elapsed : Math.min(fastestNanos, elapsed);
        }
        yield tasks;
      }
      case Reply.Failed(ClientException error, _) -> {
        failed(error);
        yield List.of();
      }
    };
  }

  private void failed(ClientException error) {
    tally.failedPolls.increment();
    if (!pace.isFailing()) {
      LOG.log(
          Level.WARNING,
          "No tasks for {0}, trying again after growing pauses: {1}",
          spec.queue(),
          error.getMessage());
    }
    if (error.status() == 400) {
      pace.tooLong();
    }
    pause(pace.error());
  }

  private void recovered() {
    if (pace.isFailing()) {
      LOG.log(Level.INFO, "Polls for {0} are answered again", spec.queue());
    }
  }

  private void pause(Duration delay) {
    if (!delay.isZero()) {
      pausing =
          link.loop()
              .after(
                  delay,
                  () -> {
                    pausing = null;
                    onIdle.run();
                  });
    }
  }
}
