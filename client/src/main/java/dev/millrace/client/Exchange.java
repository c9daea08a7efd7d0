package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way and its answer, told once. Confined to the event loop.
 *
 * <pre>
 *   CONNECTING ──► SENT ──► told: answered | failed | timed out
 *        └─────────────────────────────▲
 * </pre>
 */
final class Exchange {

  /** The largest answer that is read. */
  static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

  private final HttpCall call;
  private final long deadline;
  private final Consumer<Exchange> onEnd;
  private @Nullable Consumer<HttpReply> then;
  private @Nullable HttpClientRequest request;
  private @Nullable Buffer body;

  /**
   * @param deadline in the loop's nanoseconds
   * @param onEnd told before {@code then}
   */
  Exchange(HttpCall call, long deadline, Consumer<Exchange> onEnd, Consumer<HttpReply> then) {
    this.call = call;
    this.deadline = deadline;
    this.onEnd = onEnd;
    this.then = then;
  }

  HttpCall call() {
    return call;
  }

  void connected(HttpClientRequest connected) {
    request = connected;
    if (then == null) {
      // Timed out while it waited for a connection: nothing was sent, the connection is given up.
      abort(connected);
      return;
    }
    connected.response().onComplete(this::answered, this::failed);
    Buffer content = call.body();
    // What goes wrong with sending fails the response, too.
    var _ = content == null ? connected.end() : connected.end(content);
  }

  void notConnected(Throwable cause) {
    tell(
        new HttpReply.Unanswered(
            ClientException.notSent("No connection to the server: " + text(cause), true)));
  }

  /** Ends it if its time is up. */
  void expire(long now) {
    if (now - deadline < 0) {
      return;
    }
    HttpClientRequest sent = request;
    String what = call.method() + " " + call.target();
    String late = " took longer than " + call.timeoutMillis() + " ms";
    tell(
        new HttpReply.Unanswered(
            sent == null
                ? ClientException.notSent(what + late + " to get a connection", true)
                : ClientException.unanswered(what + late)));
    if (sent != null) {
      abort(sent);
    }
  }

  /** Ends it because the client is closed. */
  void close() {
    tell(new HttpReply.Unanswered(ClientException.closed(request != null)));
  }

  private void answered(HttpClientResponse response) {
    response.exceptionHandler(this::failed);
    response.handler(chunk -> collect(response, chunk));
    response.endHandler(_ ->
        tell(
            new HttpReply.Answered(
                response.statusCode(), response.headers(), body == null ? Buffer.buffer() : body)));
  }

  private void collect(HttpClientResponse response, Buffer chunk) {
    Buffer soFar = body;
    body = soFar == null ? chunk : soFar.appendBuffer(chunk);
    if (body.length() > MAX_ANSWER_BYTES) {
      body = null;
      tell(
          new HttpReply.Unanswered(
              ClientException.unreadable(
                  response.statusCode(),
                  "The answer is longer than " + MAX_ANSWER_BYTES + " bytes")));
      abort(response.request());
    }
  }

  private void failed(Throwable cause) {
    tell(
        new HttpReply.Unanswered(
            ClientException.unanswered("The server did not answer: " + text(cause))));
  }

  private void tell(HttpReply reply) {
    Consumer<HttpReply> told = then;
    if (told != null) {
      then = null;
      onEnd.accept(this);
      told.accept(reply);
    }
  }

  private static void abort(HttpClientRequest request) {
    var _ = request.reset();
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
