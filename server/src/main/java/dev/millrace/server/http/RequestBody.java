package dev.millrace.server.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bytes of one request, up to a bound. Confined to its event loop.
 *
 * <p>A body that is refused is answered at once, and the rest of it is read and thrown away: a
 * client that is still writing would otherwise find its connection broken instead of the answer.
 * Somebody who sends far too much is cut off.
 */
final class RequestBody {

  private static final byte[] NONE = {};

  /** How many times the bound is read of a body that was refused. */
  private static final int PATIENCE = 4;

  private final HttpServerRequest request;
  private final int most;
  private final IntFunction<@Nullable Refusal> room;
  private @Nullable Buffer collected;
  private boolean answered;
  private long seen;

  /**
   * @param room is asked before so many bytes more are kept
   */
  RequestBody(HttpServerRequest request, int most, IntFunction<@Nullable Refusal> room) {
    this.request = request;
    this.most = most;
    this.room = room;
  }

  /** Calls one of the two, once; none of them if the client goes away before the end. */
  void read(Consumer<byte[]> all, Consumer<Refusal> refused) {
    request.handler(chunk -> take(chunk, refused));
    request.endHandler(ignored -> {
      if (!answered) {
        answered = true;
        all.accept(collected == null ? NONE : collected.getBytes());
      }
    });
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !"identity".equalsIgnoreCase(encoding)) {
      refuse(refused, new Refusal(415, "Bodies must not be compressed (" + encoding + ")"));
    } else if (declared() > most) {
      refuse(refused, tooLong());
    }
    if (declared() > patience()) {
      request.connection().close();
    }
  }

  private void take(Buffer chunk, Consumer<Refusal> refused) {
    seen += chunk.length();
    if (seen > patience()) {
      request.connection().close();
    } else if (!answered && seen > most) {
      refuse(refused, tooLong());
    } else if (!answered) {
      Refusal full = room.apply(chunk.length());
      if (full == null) {
        collected = collected == null ? chunk : collected.appendBuffer(chunk);
      } else {
        refuse(refused, full);
      }
    }
  }

  private void refuse(Consumer<Refusal> refused, Refusal refusal) {
    answered = true;
    collected = null;
    refused.accept(refusal);
  }

  private long patience() {
    return (long) PATIENCE * most;
  }

  private long declared() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    // The server has refused one that is not a number.
    return length == null ? 0 : Long.parseLong(length);
  }

  private Refusal tooLong() {
    return new Refusal(413, "The body is longer than " + most + " bytes");
  }
}
