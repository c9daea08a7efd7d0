package dev.millrace.client;

import dev.millrace.client.TaskChannel.Notices;
import dev.millrace.client.TaskChannel.Reply;
import dev.millrace.client.TaskChannel.Update;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Sends updates to a Millrace server, those that come together in one request. Confined to the
 * event loop.
 *
 * <p>At most two requests are under way: one that the server works on, and one that it finds when
 * it is done with that. Who comes while there are fewer leaves at the end of the loop's turn; who
 * comes while there are two leaves when one of them is answered, together with all others who came.
 * So a lone update never waits, and the more there are, the fewer requests each costs. A request
 * that takes long does not count: its updates may be lost, the others' must not wait for that.
 *
 * <pre>
 *   waiting ──► sent ──► told, each its own answer
 *                 ├── no answer, 5xx, 429 ──► told, all the same: whoever sent them tries again
 *                 ├── the server does not know it (404, 405, 501) ──► alone, and so all from now on
 *                 └── refused or unreadable as a whole ──► alone: only who is wrong is to suffer
 * </pre>
 *
 * <p>What waits has no bound of its own: each is of a task that the worker holds.
 */
final class UpdateBatches {

  private static final Logger LOG = System.getLogger(UpdateBatches.class.getName());

  static final String TARGET = "/tasks/updates";
  static final int MAX_UNDER_WAY = 2;

  /** Answers with as many tasks are still short enough for the server to write in one go. */
  static final int MAX_UPDATES = 50;

  /** A result that is longer goes alone. */
  static final int MAX_RESULT_BYTES = 256 * 1024;

  private static final int MAX_BYTES = 1024 * 1024;
  private static final int FRAME_BYTES = 80;
  private static final Duration LONG = Duration.ofSeconds(1);

  private final Sender sender;
  private final BiConsumer<Update, Consumer<Reply>> alone;
  private final Queue<Item> waiting = new ArrayDeque<>();
  private int underWay;
  private boolean planned;
  private boolean known = true;

  private record Item(Update update, Consumer<Reply> then) {
    int bytes() {
      return FRAME_BYTES + update.result().json().length();
    }
  }

  /**
   * @param alone sends one in the old way
   */
  UpdateBatches(Sender sender, BiConsumer<Update, Consumer<Reply>> alone) {
    this.sender = sender;
    this.alone = alone;
  }

  boolean takes(Update update) {
    return known && update.result().json().length() <= MAX_RESULT_BYTES;
  }

  void add(Update update, Consumer<Reply> then) {
    waiting.add(new Item(update, then));
    plan();
  }

  /** At the end of the turn, so that all that happens in it goes together. */
  private void plan() {
    if (!planned && !waiting.isEmpty() && underWay < MAX_UNDER_WAY) {
      planned = true;
      sender.loop().execute(this::flush);
    }
  }

  private void flush() {
    planned = false;
    if (!known) {
      List<Item> all = List.copyOf(waiting);
      waiting.clear();
      sendAlone(all);
    }
    while (!waiting.isEmpty() && underWay < MAX_UNDER_WAY) {
      send(nextItems());
    }
  }

  private List<Item> nextItems() {
    List<Item> items = new ArrayList<>();
    int bytes = 0;
    for (Item next = waiting.peek();
        next != null && items.size() < MAX_UPDATES && bytes + next.bytes() <= MAX_BYTES;
        next = waiting.peek()) {
      bytes += next.bytes();
      items.add(waiting.remove());
    }
    return items;
  }

  private void send(List<Item> items) {
    var call =
        new HttpCall(
            HttpMethod.POST,
            TARGET,
            body(items),
            false,
            sender.settings().requestTimeout().toMillis(),
            false);
    var place = new Place();
    sender.send(
        call,
        reply -> {
          place.leave();
          answered(call, items, reply);
        });
  }

  /** The results as they are, with what is said of each around it. */
  private static Buffer body(List<Item> items) {
    Buffer body = Buffer.buffer(items.stream().mapToInt(Item::bytes).sum());
    char before = '[';
    for (Item item : items) {
      Update update = item.update();
      body.appendByte((byte) before)
          .appendString("{\"lease\":" + update.lease() + ",\"count\":" + count(update))
          .appendString(
              update.definitions() ? ",\"result\":" : ",\"definitions\":false,\"result\":")
          .appendBuffer(update.result().json())
          .appendByte((byte) '}');
      before = ',';
    }
    return body.appendByte((byte) ']');
  }

  private static int count(Update update) {
    return switch (update.mode()) {
      case PLAIN -> 0;
      case CHAIN -> 1;
      case CHAIN_MANY -> update.count();
    };
  }

  private void answered(HttpCall call, List<Item> items, HttpReply reply) {
    switch (reply) {
      case HttpReply.Unanswered(ClientException error) -> fail(items, error, Notices.NONE);
      case HttpReply.Answered answer when answer.isSuccess() -> tell(call, items, answer);
      case HttpReply.Answered answer when isUnknown(answer.status()) -> {
        if (known) {
          known = false;
          LOG.log(
              Level.INFO,
              "The server does not take many results at once (status {0}): each is sent alone",
              answer.status());
        }
        sendAlone(items);
      }
      case HttpReply.Answered answer -> {
        ClientException error = Errors.of(call, answer);
        if (error.isRetryable() || answer.status() == 401 || answer.status() == 403) {
          fail(items, error, HttpTaskChannel.notices(answer.headers()));
        } else {
          LOG.log(Level.WARNING, "Each result is sent alone: {0}", error.getMessage());
          sendAlone(items);
        }
      }
    }
  }

  private static boolean isUnknown(int status) {
    return status == 404 || status == 405 || status == 501;
  }

  private void tell(HttpCall call, List<Item> items, HttpReply.Answered answer) {
    List<TaskUpdateReply> replies =
        TaskReading.replies(answer.body(), items.size()).orElse(List.of());
    if (replies.isEmpty()) {
      LOG.log(
          Level.ERROR,
          "{0} was answered unreadably: each of {1} results is sent alone",
          TARGET,
          items.size());
      sendAlone(items);
      return;
    }
    Notices notices = HttpTaskChannel.notices(answer.headers());
    for (int i = 0; i < items.size(); i++) {
      items.get(i).then().accept(reply(call, replies.get(i), notices));
    }
  }

  private static Reply reply(HttpCall call, TaskUpdateReply said, Notices all) {
    if (said.status() == 200) {
      return new Reply.Tasks(
          said.tasks(), new Notices(all.millrace(), said.accepted(), all.revoked()));
    }
    var error =
        new ErrorResponse(
            said.status(),
            null,
            Wire.or(said.message(), ""),
            said.instance(),
            said.retryable(),
            said.validationErrors(),
            null);
    return new Reply.Failed(Errors.of(call, said.status(), error), all);
  }

  private static void fail(List<Item> items, ClientException error, Notices notices) {
    items.forEach(item -> item.then().accept(new Reply.Failed(error, notices)));
  }

  private void sendAlone(List<Item> items) {
    items.forEach(item -> alone.accept(item.update(), item.then()));
  }

  /** A request's place among those under way, left once: when it is answered or takes long. */
  private final class Place {
    private final EventLoop.Timer patience = sender.loop().after(LONG, this::leave);
    private boolean left;

    Place() {
      underWay++;
    }

    void leave() {
      if (!left) {
        left = true;
        patience.cancel();
        underWay--;
        plan();
      }
    }
  }
}
