package dev.millrace.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Sends calls with a token, if there is a key: gets one before the first call, another one when it
 * gets old, and once more when the server refuses it. Confined to the event loop.
 */
final class Sender {

  private static final Logger LOG = System.getLogger(Sender.class.getName());
  private static final Duration MAX_AGE = Duration.ofMinutes(30);

  private final Transport transport;
  private final ClientSettings settings;

  private @Nullable String token;
  private long gotAt;
  private boolean serverWantsNone;

  /** Calls that wait for the token that is being got; null if none is. */
  private @Nullable List<Consumer<@Nullable ClientException>> waiting;

  Sender(Transport transport, ClientSettings settings) {
    this.transport = transport;
    this.settings = settings;
  }

  VertxLoop loop() {
    return transport.loop();
  }

  ClientSettings settings() {
    return settings;
  }

  /** On the loop; so is {@code then}, never before this returns. */
  void send(HttpCall call, Consumer<HttpReply> then) {
    Credentials key = settings.credentials();
    if (key == null || serverWantsNone) {
      transport.send(call, null, then);
    } else if (token == null || isOld()) {
      renew(key, error -> sendOrFail(call, error, then));
    } else {
      sendWithToken(call, key, then);
    }
  }

  private void sendWithToken(HttpCall call, Credentials key, Consumer<HttpReply> then) {
    String used = token;
    transport.send(
        call,
        used,
        reply -> {
          if (reply instanceof HttpReply.Answered(int status, _, _) && status == 401) {
            // Another call may have renewed it meanwhile.
            if (used != null && used.equals(token)) {
              token = null;
            }
            renew(key, error -> sendOrFail(call, error, then));
          } else {
            then.accept(reply);
          }
        });
  }

  private void sendOrFail(
      HttpCall call, @Nullable ClientException error, Consumer<HttpReply> then) {
    if (error == null) {
      transport.send(call, token, then);
    } else {
      then.accept(new HttpReply.Unanswered(error));
    }
  }

  private boolean isOld() {
    return loop().nanoTime() - gotAt > MAX_AGE.toNanos();
  }

  private void renew(Credentials key, Consumer<@Nullable ClientException> then) {
    if (token != null && !isOld()) {
      then.accept(null);
      return;
    }
    if (waiting != null) {
      waiting.add(then);
      return;
    }
    List<Consumer<@Nullable ClientException>> waiters = new ArrayList<>(List.of(then));
    waiting = waiters;
    HttpCall call = tokenCall(key);
    transport.send(
        call,
        null,
        reply -> {
          waiting = null;
          ClientException error = take(call, reply);
          waiters.forEach(waiter -> waiter.accept(error));
        });
  }

  private @Nullable ClientException take(HttpCall call, HttpReply reply) {
    return switch (reply) {
      case HttpReply.Unanswered(ClientException error) -> error;
      case HttpReply.Answered answer when answer.isSuccess() -> takeToken(answer);
      case HttpReply.Answered answer when answer.status() == 404 -> {
        LOG.log(Level.WARNING, "The server knows no tokens: calls go without one");
        serverWantsNone = true;
        token = null;
        yield null;
      }
      case HttpReply.Answered answer -> Errors.of(call, answer);
    };
  }

  private @Nullable ClientException takeToken(HttpReply.Answered answer) {
    try {
      var body = WireJson.mapper().readTree(answer.body().getBytes());
      token = body.path("token").asString("");
    } catch (JacksonException e) {
      token = null;
    }
    if (token == null || token.isEmpty()) {
      token = null;
      return ClientException.unreadable(
          answer.status(), "POST /token was answered without a token");
    }
    gotAt = loop().nanoTime();
    return null;
  }

  private HttpCall tokenCall(Credentials key) {
    byte[] body =
        WireJson.mapper()
            .writeValueAsBytes(Map.of("keyId", key.keyId(), "keySecret", key.keySecret()));
    long timeout = settings.requestTimeout().toMillis();
    return new HttpCall(HttpMethod.POST, "/token", Buffer.buffer(body), false, timeout, false);
  }
}
