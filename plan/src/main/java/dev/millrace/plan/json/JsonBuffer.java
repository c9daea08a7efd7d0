package dev.millrace.plan.json;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compact JSON in UTF-8 that grows at its end. Commas come by themselves: a value needs one unless
 * it follows an opening bracket, a name or a comma, and no value ends like one of these. May be
 * used again after {@link #clear}. Not thread-safe.
 */
public final class JsonBuffer {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[512];
  private int size;

  /** Which bytes {@link #number(double)} makes; kept for the next number. */
  private final NumberText numberText = new NumberText();

  @CanIgnoreReturnValue
  public JsonBuffer beginObject() {
    separate();
    put('{');
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer endObject() {
    put('}');
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer beginArray() {
    separate();
    put('[');
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer endArray() {
    put(']');
    return this;
  }

  /** The name of the value that comes next. */
  @CanIgnoreReturnValue
  public JsonBuffer name(String name) {
    string(name);
    put(':');
    return this;
  }

  /** A string, or {@code null}. */
  @CanIgnoreReturnValue
  public JsonBuffer string(@Nullable String text) {
    separate();
    if (text == null) {
      ascii("null");
    } else {
      quote(text);
    }
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer number(long value) {
    separate();
    ascii(Long.toString(value));
    return this;
  }

  /** A number with a fraction or an exponent; {@code null} for what JSON has no number for. */
  @CanIgnoreReturnValue
  public JsonBuffer number(double value) {
    separate();
    ensure(NumberText.LONGEST);
    size = numberText.write(value, bytes, size);
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer bool(boolean value) {
    separate();
    ascii(value ? "true" : "false");
    return this;
  }

  /** A value that is JSON already; a name with its colon is fine too. */
  @CanIgnoreReturnValue
  public JsonBuffer raw(byte[] json) {
    separate();
    ensure(json.length);
    System.arraycopy(json, 0, bytes, size, json.length);
    size += json.length;
    return this;
  }

  /** Ends a line; what follows is another document. */
  @CanIgnoreReturnValue
  public JsonBuffer newLine() {
    put('\n');
    return this;
  }

  @CanIgnoreReturnValue
  public JsonBuffer clear() {
    size = 0;
    return this;
  }

  public int size() {
    return size;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void separate() {
    if (size > 0) {
      switch (bytes[size - 1]) {
        case '{', '[', ':', ',', '\n' -> {}
        default -> put(',');
      }
    }
  }

  private void put(int ascii) {
    ensure(1);
    bytes[size++] = (byte) ascii;
  }

  private void ascii(String text) {
    int length = text.length();
    ensure(length);
    for (int i = 0; i < length; i++) {
      bytes[size++] = (byte) text.charAt(i);
    }
  }

  private void quote(String text) {
    int length = requireNonNull(text, "text is null").length();
    // The longest is a control character: six bytes.
    ensure(Math.addExact(Math.multiplyExact(length, 6), 2));
    bytes[size++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        escape(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        utf8(Character.toCodePoint(c, text.charAt(i)));
      } else {
        utf8(Character.isSurrogate(c) ? 0xfffd : c);
      }
    }
    bytes[size++] = '"';
  }

  private void escape(char c) {
    if (c >= ' ' && c != '"' && c != '\\') {
      bytes[size++] = (byte) c;
      return;
    }
    bytes[size++] = '\\';
    switch (c) {
      case '"', '\\' -> bytes[size++] = (byte) c;
      case '\b' -> bytes[size++] = 'b';
      case '\f' -> bytes[size++] = 'f';
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = HEX[c >> 4];
        bytes[size++] = HEX[c & 15];
      }
    }
  }

  private void utf8(int c) {
    if (c < 0x800) {
      bytes[size++] = (byte) (0xc0 | c >> 6);
    } else {
      if (c < 0x10000) {
        bytes[size++] = (byte) (0xe0 | c >> 12);
      } else {
        bytes[size++] = (byte) (0xf0 | c >> 18);
        bytes[size++] = (byte) (0x80 | (c >> 12 & 0x3f));
      }
      bytes[size++] = (byte) (0x80 | (c >> 6 & 0x3f));
    }
    bytes[size++] = (byte) (0x80 | (c & 0x3f));
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      int least = Math.addExact(size, more);
      bytes = Arrays.copyOf(bytes, Math.max(least, (int) Math.min(bytes.length * 2L, 1 << 30)));
    }
  }
}
