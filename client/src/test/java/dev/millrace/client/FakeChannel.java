package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A server that the test plays: it sees each request and answers when it likes. */
public final class FakeChannel implements TaskChannel {

  public final FakeLoop loop = new FakeLoop();

  /** Polls that are not answered yet, the oldest first. */
  public final Deque<Polled> polls = new ArrayDeque<>();

  /** Updates that are not answered yet, the oldest first. */
  public final Deque<Updated> updates = new ArrayDeque<>();

  /** What it says of itself with each answer. */
  public boolean millrace;

  public int requests;

  /** How often somebody asked for an end of its polls. */
  public int ends;

  /** A poll and how to answer it. */
  public final class Polled {
    public final PollRequest request;
    private final Consumer<Reply> then;

    Polled(PollRequest request, Consumer<Reply> then) {
      this.request = request;
      this.then = then;
    }

    public void answer(Task... tasks) {
      polls.remove(this);
      reply(then, new Reply.Tasks(Arrays.asList(tasks), notices(true)));
    }

    public void fail(int status, String message) {
      polls.remove(this);
      reply(then, new Reply.Failed(error(status, message), Notices.NONE));
    }

    public void revoke(String... ids) {
      polls.remove(this);
      reply(then, new Reply.Tasks(List.of(), new Notices(true, true, List.of(ids))));
    }
  }

  /** An update and how to answer it. */
  public final class Updated {
    public final Update update;
    public final TaskResult result;
    private final Consumer<Reply> then;

    Updated(Update update, Consumer<Reply> then) {
      this.update = update;
      this.then = then;
      this.result = WireJson.mapper().readValue(update.result().toString(), TaskResult.class);
    }

    public void answer(Task... tasks) {
      updates.remove(this);
      reply(then, new Reply.Tasks(Arrays.asList(tasks), notices(true)));
    }

    public void notAccepted() {
      updates.remove(this);
      reply(then, new Reply.Tasks(List.of(), notices(false)));
    }

    public void fail(int status, String message) {
      updates.remove(this);
      reply(then, new Reply.Failed(error(status, message), Notices.NONE));
    }
  }

  @Override
  public FakeLoop loop() {
    return loop;
  }

  @Override
  public void poll(PollRequest request, Consumer<Reply> then) {
    requests++;
    polls.add(new Polled(request, then));
  }

  @Override
  public void endPolls(String workerId) {
    ends++;
  }

  @Override
  public void update(Update update, Consumer<Reply> then) {
    requests++;
    updates.add(new Updated(update, then));
  }

  @Override
  public EncodedResult encode(TaskResult result) {
    if (result.outputData().containsValue(this)) {
      throw new IllegalArgumentException("The output cannot be written as JSON: a channel");
    }
    return new EncodedResult(Buffer.buffer(WireJson.mapper().writeValueAsBytes(result)));
  }

  private Notices notices(boolean accepted) {
    return new Notices(millrace, accepted, List.of());
  }

  private static ClientException error(int status, String message) {
    return status == ClientException.NO_ANSWER
        ? ClientException.unanswered(message)
        : ClientException.answered(status, message, status >= 500, List.of());
  }

  private void reply(Consumer<Reply> then, Reply reply) {
    loop.execute(() -> then.accept(reply));
    loop.turn();
  }
}
