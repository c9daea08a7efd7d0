package dev.millrace.client;

import io.vertx.core.buffer.Buffer;

/** A {@link TaskResult} as JSON, ready to be sent any number of times. Immutable. */
public final class EncodedResult {

  private final Buffer json;

  EncodedResult(Buffer json) {
    this.json = json;
  }

  /** Nobody may write to it. */
  Buffer json() {
    return json;
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
