package dev.millrace.server.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of one request, up to a bound. Confined to its event loop. */
final class RequestBody {

  private static final byte[] NONE = {};

  private final HttpServerRequest request;
  private final int most;
  private @Nullable Buffer collected;
  private boolean over;

  RequestBody(HttpServerRequest request, int most) {
    this.request = request;
    this.most = most;
  }

  /** Calls one of the two, once; none of them if the client goes away before the end. */
  void read(Consumer<byte[]> all, Consumer<Refusal> refused) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !"identity".equalsIgnoreCase(encoding)) {
      refused.accept(new Refusal(415, "Bodies must not be compressed (" + encoding + ")"));
      return;
    }
    if (declared() > most) {
      refused.accept(tooLong());
      return;
    }
    request.handler(chunk -> {
      if (!over && !append(chunk)) {
        over = true;
        refused.accept(tooLong());
      }
    });
    request.endHandler(ignored -> {
      if (!over) {
        over = true;
        all.accept(collected == null ? NONE : collected.getBytes());
      }
    });
  }

  private long declared() {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    // The server has refused one that is not a number.
    return length == null ? 0 : Long.parseLong(length);
  }

  private boolean append(Buffer chunk) {
    Buffer before = collected;
    if (before == null) {
      collected = chunk;
    } else if (before.length() + chunk.length() > most) {
      collected = null;
      return false;
    } else {
      collected = before.appendBuffer(chunk);
    }
    return chunk.length() <= most;
  }

  private Refusal tooLong() {
    return new Refusal(413, "The body is longer than " + most + " bytes");
  }
}
