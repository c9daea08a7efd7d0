package dev.millrace.worker;

import dev.millrace.client.ClientException;
import dev.millrace.client.EncodedResult;
import dev.millrace.client.Task;
import dev.millrace.client.TaskChannel;
import dev.millrace.client.TaskChannel.Mode;
import dev.millrace.client.TaskChannel.Reply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells the server one thing of one task, until it has taken it or the time for that is over. The
 * same update may be sent any number of times: the server knows which task it is about, and gives
 * the same answer. Confined to the event loop.
 *
 * <pre>
 *   v2 ── 405, or 404 that does not name the task ──► v1 ── taken: v2 is off for all
 *   │                                                  └─── 404: the task is unknown, v2 stays on
 *   ├── no answer, 5xx, 429 ──► again, later, until the window is over
 *   └── refused ──► once: the task failed, because its result was refused
 * </pre>
 */
final class UpdateRun {

  private static final Logger LOG = System.getLogger(UpdateRun.class.getName());

  private final HostLink link;
  private final HeldTask held;
  private final ResultForm form;
  private final Wish wish;
  private final Consumer<End> then;
  private final long begin;

  private EncodedResult result;
  private boolean replaced;
  private int failures;

  /** An answer that was lost may have had tasks in it: only who asks for some gets them again. */
  private boolean lostAnswer;

  /** The status that v2 was refused with in a way that makes it look unknown; 0 if it was not. */
  private int v2Refusal;

  /** What the runner wants in return, asked before each attempt; and told of each failure. */
  interface Wish {
    /** How many tasks are wanted with the answer; 0 for none. */
    int count();

    /** The answer will take a while: what is kept free for it may be used otherwise. */
    void delayed();
  }

  /** How it ended. */
  sealed interface End {
    /** The server has it. */
    record Taken(List<Task> next, boolean accepted) implements End {}

    /** The server does not know the task. */
    record Unknown() implements End {}

    /** The server did not take it in time, or not at all. */
    record GivenUp(ClientException error) implements End {}
  }

  UpdateRun(HostLink link, HeldTask held, EncodedResult result, Wish wish, Consumer<End> then) {
    this.link = link;
    this.held = held;
    this.form = new ResultForm(link.channel(), link.settings().workerId());
    this.result = result;
    this.wish = wish;
    this.then = then;
    this.begin = link.loop().nanoTime();
  }

  void attempt() {
    int wanted = wish.count();
    int count = wanted == 0 && lostAnswer ? 1 : wanted;
    Mode mode = mode(count);
    boolean definitions = held.runner().spec().settings().definitions();
    var update = new TaskChannel.Update(result, held.task().pollCount(), mode, count, definitions);
    link.channel().update(update, reply -> take(mode, reply));
  }

  private Mode mode(int count) {
    if (count == 0 || v2Refusal != 0 || !link.v2().isOn()) {
      return Mode.PLAIN;
    }
    return count > 1 && link.isMillrace() ? Mode.CHAIN_MANY : Mode.CHAIN;
  }

  private void take(Mode mode, Reply reply) {
    link.heed(reply.notices());
    switch (reply) {
      case Reply.Tasks(List<Task> tasks, var notices) -> {
        if (v2Refusal != 0) {
          link.v2().notKnownToServer(v2Refusal);
        }
        then.accept(new End.Taken(tasks, notices.accepted()));
      }
      case Reply.Failed(ClientException error, _) -> failed(mode, error);
    }
  }

  private void failed(Mode mode, ClientException error) {
    lostAnswer |= mode != Mode.PLAIN && error.status() == 0 && error.wasSent();
    if (mode != Mode.PLAIN && looksUnknown(error)) {
      v2Refusal = error.status();
      attempt();
    } else if (error.status() == 404) {
      then.accept(new End.Unknown());
    } else if (error.isRetryable() || error.status() == 401 || error.status() == 403) {
      again(error);
    } else if (!replaced && error.wasSent()) {
      replace(error);
    } else {
      giveUp(error);
    }
  }

  /** Whether the route may be missing rather than the task: then v1 tells which. */
  private boolean looksUnknown(ClientException error) {
    boolean namesTask = String.valueOf(error.getMessage()).contains(held.task().taskId());
    return error.status() == 405 || (error.status() == 404 && !namesTask);
  }

  private void again(ClientException error) {
    failures++;
    var retry = link.settings().updateRetry();
    Duration delay = retry.delay(failures, link.random());
    Duration later = Duration.ofNanos(link.loop().nanoTime() - begin).plus(delay);
    if (!retry.allows(later)) {
      giveUp(error);
      return;
    }
    held.runner().tally().updateRetries.increment();
    wish.delayed();
    var _ = link.loop().after(delay, this::attempt);
  }

  private void replace(ClientException error) {
    LOG.log(Level.WARNING, "{0} fails: {1}", held, error.getMessage());
    replaced = true;
    result = form.refused(held.task(), String.valueOf(error.getMessage()));
    attempt();
  }

  private void giveUp(ClientException error) {
    LOG.log(
        Level.ERROR,
        "The server did not take what was to be told of {0}; it will time out there: {1}",
        held,
        error.getMessage());
    then.accept(new End.GivenUp(error));
  }
}
