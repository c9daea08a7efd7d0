package dev.millrace.client;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** The worker's side of the protocol over HTTP. Thread-safe as {@link TaskChannel} says. */
final class HttpTaskChannel implements TaskChannel {

  /** Sent by Millrace servers with every answer. */
  static final String MILLRACE = "Millrace";

  /** {@code false} if an update did not count. */
  static final String ACCEPTED = "Millrace-Accepted";

  /** Ids of tasks that ended without their worker, with commas between them. */
  static final String REVOKED = "Millrace-Revoked";

  private static final Notices NOTHING_SAID = new Notices(true, true, List.of());
  private static final Logger LOG = System.getLogger(HttpTaskChannel.class.getName());
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  private final Sender sender;
  private final long timeoutMillis;
  private final UpdateBatches batches;

  /** Whether the server is known to be a Millrace server. On the loop alone. */
  private boolean millrace;

  // Here, so that whoever makes the client loads the mappers' many classes, not the loop.
  private final TaskReading whole = TaskReading.whole();
  private final TaskReading lean = TaskReading.lean();

  HttpTaskChannel(Sender sender) {
    this.sender = sender;
    this.timeoutMillis = sender.settings().requestTimeout().toMillis();
    this.batches = new UpdateBatches(sender, this::updateAlone);
  }

  @Override
  public EventLoop loop() {
    return sender.loop();
  }

  @Override
  public EncodedResult encode(TaskResult result) {
    try {
      return new EncodedResult(Buffer.buffer(WireJson.mapper().writeValueAsBytes(result)));
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "The output cannot be written as JSON: " + e.getOriginalMessage(), e);
    }
  }

  @Override
  public void poll(PollRequest request, Consumer<Reply> then) {
    long timeout = timeoutMillis + request.timeout().toMillis();
    HttpCall call =
        new HttpCall(HttpMethod.GET, request.target().toString(), null, false, timeout, true);
    TaskReading reading = reading(request.definitions());
    sender.send(call, reply -> tell(then, polled(call, reply, reading)));
  }

  @Override
  public void endPolls(String workerId) {
    String target = Target.of("/tasks/polls/end").query("workerid", workerId).toString();
    sender.send(new HttpCall(HttpMethod.POST, target, null, false, timeoutMillis, false), _ -> {});
  }

  @Override
  public void update(Update update, Consumer<Reply> then) {
    if (millrace && batches.takes(update)) {
      batches.add(update, then);
    } else {
      updateAlone(update, then);
    }
  }

  private void updateAlone(Update update, Consumer<Reply> then) {
    HttpCall call =
        new HttpCall(
            HttpMethod.POST, target(update), update.result().json(), false, timeoutMillis, false);
    TaskReading reading = update.mode() == Mode.PLAIN ? null : reading(update.definitions());
    sender.send(call, reply -> tell(then, updated(call, reply, reading)));
  }

  private void tell(Consumer<Reply> then, Reply reply) {
    millrace |= reply.notices().millrace();
    then.accept(reply);
  }

  private static String target(Update update) {
    String lease = "lease=" + update.lease();
    String lean = update.definitions() ? lease : lease + "&definitions=false";
    return switch (update.mode()) {
      case PLAIN -> "/tasks?" + lease;
      case CHAIN -> "/tasks/update-v2?" + lean;
      case CHAIN_MANY -> "/tasks/update-v2?count=" + update.count() + "&" + lean;
    };
  }

  private TaskReading reading(boolean definitions) {
    return definitions ? whole : lean;
  }

  private static Reply polled(HttpCall call, HttpReply reply, TaskReading reading) {
    return switch (reply) {
      case HttpReply.Unanswered(ClientException error) -> new Reply.Failed(error, Notices.NONE);
      case HttpReply.Answered answer when answer.isSuccess() -> {
        try {
          yield new Reply.Tasks(reading.tasks(answer.body()), notices(answer.headers()));
        } catch (JacksonException e) {
          yield new Reply.Failed(unreadable(call, answer, e), notices(answer.headers()));
        }
      }
      case HttpReply.Answered answer -> refused(call, answer);
    };
  }

  /**
   * An update that was taken stays taken, even if what came with the answer cannot be read.
   *
   * @param reading null if the answer carries no tasks
   */
  private static Reply updated(HttpCall call, HttpReply reply, @Nullable TaskReading reading) {
    return switch (reply) {
      case HttpReply.Unanswered(ClientException error) -> new Reply.Failed(error, Notices.NONE);
      case HttpReply.Answered answer when answer.isSuccess() ->
          new Reply.Tasks(
              reading == null ? List.of() : nextTasks(call, answer, reading),
              notices(answer.headers()));
      case HttpReply.Answered answer -> refused(call, answer);
    };
  }

  private static List<Task> nextTasks(
      HttpCall call, HttpReply.Answered answer, TaskReading reading) {
    try {
      return reading.tasks(answer.body());
    } catch (JacksonException e) {
      LOG.log(Level.ERROR, "No next task: {0}", unreadable(call, answer, e).getMessage());
      return List.of();
    }
  }

  private static Reply refused(HttpCall call, HttpReply.Answered answer) {
    return new Reply.Failed(Errors.of(call, answer), notices(answer.headers()));
  }

  private static ClientException unreadable(
      HttpCall call, HttpReply.Answered answer, JacksonException e) {
    String text = call.method() + " " + call.target() + " was answered unreadably: ";
    return ClientException.unreadable(answer.status(), text + e.getOriginalMessage());
  }

  /** Each of the three says that it is a Millrace server. */
  static Notices notices(MultiMap headers) {
    String accepted = headers.get(ACCEPTED);
    String revoked = headers.get(REVOKED);
    if (accepted == null && revoked == null) {
      return headers.contains(MILLRACE) ? NOTHING_SAID : Notices.NONE;
    }
    return new Notices(true, !"false".equals(accepted), revoked(revoked));
  }

  private static List<String> revoked(@Nullable String ids) {
    return ids == null || ids.isBlank() ? List.of() : List.of(COMMA.split(ids.strip()));
  }
}
