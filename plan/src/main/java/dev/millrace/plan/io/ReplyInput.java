package dev.millrace.plan.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.util.RedisInputStream;

/** What a server sends, with texts decoded where they lie. Not thread-safe: one reader. */
final class ReplyInput extends RedisInputStream {

  private static final int BUFFER = 32 << 10;

  /**
   * @param beforeWaiting called each time more must come from the server, which may take long
   */
  ReplyInput(InputStream in, Runnable beforeWaiting) {
    super(new Announced(in, beforeWaiting), BUFFER);
  }

  /** Waits until something has come. */
  void awaitReply() {
    // Whether the byte is that one does not matter.
    var _ = peek((byte) 0);
  }

  /** A text of a known length and the line end behind it. */
  String readText(int length) {
    if (limit - count >= length + 2) {
      String text = new String(buf, count, length, StandardCharsets.UTF_8);
      count += length + 2;
      return text;
    }
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      done += read(bytes, done, length - done);
    }
    skipBytes(2);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  void skipBytes(long bytes) {
    for (long left = bytes; left > 0; ) {
      int here = (int) Math.min(left, limit - count);
      if (here > 0) {
        count += here;
        left -= here;
      } else {
        var _ = readByte();
        left--;
      }
    }
  }

  private static final class Announced extends InputStream {
    private final InputStream in;
    private final Runnable beforeWaiting;

    Announced(InputStream in, Runnable beforeWaiting) {
      this.in = in;
      this.beforeWaiting = beforeWaiting;
    }

    @Override
    public int read() throws IOException {
      beforeWaiting.run();
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      beforeWaiting.run();
      return in.read(bytes, offset, length);
    }
  }
}
