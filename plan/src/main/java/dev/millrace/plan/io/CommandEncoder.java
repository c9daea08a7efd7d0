package dev.millrace.plan.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Puts commands into bytes, one after the other, to be written at once. Not thread-safe: one writer
 * at a time.
 */
final class CommandEncoder {

  /** A buffer that one long command made larger than this is not kept. */
  private static final int LARGEST_KEPT = 1 << 20;

  /** More than a length and the line ends around an argument take. */
  private static final int FRAME = 16;

  /** More bytes than a char becomes. */
  private static final int BYTES_PER_CHAR = 3;

  private byte[] buffer = new byte[4096];
  private int length;

  /** Not less than the bytes that {@code command} becomes. */
  static long mostBytes(RedisCommand command) {
    long most = 2L * FRAME + (long) BYTES_PER_CHAR * command.name().length();
    for (String argument : command.arguments()) {
      most += FRAME + (long) BYTES_PER_CHAR * argument.length();
    }
    return most;
  }

  void add(RedisCommand command) {
    reserve(FRAME);
    header('*', command.arguments().size() + 1);
    text(command.name());
    for (String argument : command.arguments()) {
      text(argument);
    }
  }

  /** Writes everything and forgets it. */
  void drainTo(OutputStream out) throws IOException {
    int size = length;
    length = 0;
    out.write(buffer, 0, size);
    if (buffer.length > LARGEST_KEPT) {
      buffer = new byte[4096];
    }
  }

  private void text(String text) {
    int chars = text.length();
    reserve(2 * FRAME + chars);
    int before = length;
    header('$', chars);
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length = before;
        bytes(text.getBytes(StandardCharsets.UTF_8));
        return;
      }
      buffer[length++] = (byte) c;
    }
    lineEnd();
  }

  private void bytes(byte[] bytes) {
    reserve(2 * FRAME + bytes.length);
    header('$', bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
    lineEnd();
  }

  private void header(char kind, int number) {
    buffer[length++] = (byte) kind;
    int digits = 1;
    for (int rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    int rest = number;
    for (int i = digits - 1; i >= 0; i--) {
      buffer[length + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    lineEnd();
  }

  private void lineEnd() {
    buffer[length++] = '\r';
    buffer[length++] = '\n';
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
