package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Typed calls over {@link Sender}: repeats those that may be repeated, reads answers. Thread-safe.
 */
final class Calls {

  private final Sender sender;

  /** Between two attempts. On the loop alone. */
  private final Set<Attempts<?>> paused = new LinkedHashSet<>();

  Calls(Sender sender) {
    this.sender = sender;
  }

  /** What reading an answer's body gives. */
  interface Reader<T extends @Nullable Object> extends Function<HttpReply.Answered, T> {}

  /** A call in the making: what is sent, and whether sending it twice does what once does. */
  record Request(
      HttpMethod method,
      String target,
      @Nullable Buffer body,
      boolean plainText,
      boolean repeatable,
      Duration extraTime) {

    static Request of(HttpMethod method, Target target) {
      boolean idempotent = method != HttpMethod.POST;
      return new Request(method, target.toString(), null, false, idempotent, Duration.ZERO);
    }

    static Request get(Target target) {
      return of(HttpMethod.GET, target);
    }

    Request json(Object value) {
      Buffer content = Buffer.buffer(WireJson.mapper().writeValueAsBytes(value));
      return new Request(method, target, content, false, repeatable, extraTime);
    }

    Request text(String value) {
      return new Request(method, target, Buffer.buffer(value), true, repeatable, extraTime);
    }

    Request repeatable(boolean newRepeatable) {
      return new Request(method, target, body, plainText, newRepeatable, extraTime);
    }

    /** It waits at the server for up to {@code time}. */
    Request waiting(Duration time) {
      return new Request(method, target, body, plainText, repeatable, time);
    }
  }

  <T extends @Nullable Object> Answer<T> call(Request request, Reader<T> reader) {
    CompletableFuture<T> future = new CompletableFuture<>();
    Duration timeout = sender.settings().requestTimeout().plus(request.extraTime());
    HttpCall call =
        new HttpCall(
            request.method(),
            request.target(),
            request.body(),
            request.plainText(),
            timeout.toMillis(),
            !request.extraTime().isZero());
    try {
      sender
          .loop()
          .execute(() -> new Attempts<>(call, request.repeatable(), reader, future).next());
    } catch (RejectedExecutionException e) {
      future.completeExceptionally(ClientException.closed(false));
    }
    return new Answer<>(future);
  }

  Answer<@Nullable Void> call(Request request) {
    return call(request, _ -> null);
  }

  /** Fails what waits to be repeated: its time will not come. On the loop, as the last thing. */
  void close() {
    List.copyOf(paused).forEach(Attempts::close);
  }

  static <T> Reader<T> json(Class<T> type) {
    return answer -> WireJson.mapper().readValue(answer.body().getBytes(), type);
  }

  static <T> Reader<T> json(tools.jackson.core.type.TypeReference<T> type) {
    return answer -> WireJson.mapper().readValue(answer.body().getBytes(), type);
  }

  /** An id is plain text, in quotes from some servers. */
  static String text(HttpReply.Answered answer) {
    String text = answer.body().toString().strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** One call and its repetitions. On the loop alone. */
  private final class Attempts<T extends @Nullable Object> {
    private final HttpCall call;
    private final boolean repeatable;
    private final Reader<T> reader;
    private final CompletableFuture<T> future;
    private final long begin = sender.loop().nanoTime();
    private int failures;
    private boolean sent;

    Attempts(HttpCall call, boolean repeatable, Reader<T> reader, CompletableFuture<T> future) {
      this.call = call;
      this.repeatable = repeatable;
      this.reader = reader;
      this.future = future;
    }

    void next() {
      paused.remove(this);
      sender.send(call, this::take);
    }

    private void take(HttpReply reply) {
      switch (reply) {
        case HttpReply.Answered answer when answer.isSuccess() ->
            // Not on the loop: answers may be long, and what hangs on futures is foreign.
            start(() -> read(answer));
        case HttpReply.Answered answer -> repeatOrFail(Errors.of(call, answer));
        case HttpReply.Unanswered(ClientException error) -> repeatOrFail(error);
      }
    }

    private void repeatOrFail(ClientException error) {
      failures++;
      sent |= error.wasSent();
      RetryPolicy retry = sender.settings().retry();
      Duration delay = retry.delay(failures, ThreadLocalRandom.current());
      Duration later = Duration.ofNanos(sender.loop().nanoTime() - begin).plus(delay);
      boolean safe = repeatable || !error.wasSent();
      if (safe && error.isRetryable() && retry.allows(later)) {
        paused.add(this);
        var _ = sender.loop().after(delay, this::next);
      } else {
        fail(error);
      }
    }

    void close() {
      paused.remove(this);
      fail(ClientException.closed(sent));
    }

    private void fail(ClientException error) {
      start(() -> future.completeExceptionally(error));
    }

    private void read(HttpReply.Answered answer) {
      T value;
      try {
        value = reader.apply(answer);
      } catch (JacksonException e) {
        String text = call.method() + " " + call.target() + " was answered unreadably: ";
        future.completeExceptionally(
            ClientException.unreadable(answer.status(), text + e.getOriginalMessage()));
        return;
      }
      future.complete(value);
    }

    private static void start(Runnable task) {
      var _ = Thread.startVirtualThread(task);
    }
  }
}
