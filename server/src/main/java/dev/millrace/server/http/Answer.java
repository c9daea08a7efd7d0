package dev.millrace.server.http;

import io.vertx.core.buffer.Buffer;

/** What a route answers. */
sealed interface Answer {

  Answer NOTHING = new Empty(200);

  int status();

  /** A value that becomes JSON on the way out. */
  record Json(int status, Object value) implements Answer {
    Json(Object value) {
      this(200, value);
    }
  }

  /** Raw text, as the reference answers ids. */
  record Text(String text) implements Answer {
    @Override
    public int status() {
      return 200;
    }
  }

  /** Bytes that are ready. */
  record Ready(int status, String contentType, Buffer bytes) implements Answer {}

  record Empty(int status) implements Answer {}
}
