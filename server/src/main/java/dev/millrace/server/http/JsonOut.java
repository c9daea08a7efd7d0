package dev.millrace.server.http;

import dev.millrace.client.WireJson;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Collects JSON, up to a bound. Not thread-safe; for one value. */
final class JsonOut extends OutputStream {

  /** The wire's, with a faster way to write what is written most. */
  private static final JsonMapper MAPPER =
      WireJson.mapper().rebuild().addModule(TaskSerializer.module()).build();

  private final int most;
  private @Nullable Buffer buffer;
  private boolean overflown;

  private JsonOut(int most) {
    this.most = most;
  }

  /** Null if it would be longer than {@code most}. */
  static @Nullable Buffer encode(Object value, int most) {
    var out = new JsonOut(most);
    try {
      MAPPER.writeValue(out, value);
    } catch (JacksonException e) {
      if (!out.overflown) {
        throw e;
      }
    }
    return out.overflown ? null : out.buffer;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    Buffer all = buffer == null ? Buffer.buffer(length) : buffer;
    if (all.length() + length > most) {
      overflown = true;
      throw new IOException("More than " + most + " bytes of JSON");
    }
    buffer = all.appendBytes(bytes, from, length);
  }
}
