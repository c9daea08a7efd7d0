package dev.millrace.client;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** What came of a request. */
sealed interface HttpReply {

  /** There is an answer, whatever it says. */
  record Answered(int status, MultiMap headers, Buffer body) implements HttpReply {
    boolean isSuccess() {
      return status >= 200 && status < 300;
    }
  }

  /** There is none. */
  record Unanswered(ClientException error) implements HttpReply {}
}
