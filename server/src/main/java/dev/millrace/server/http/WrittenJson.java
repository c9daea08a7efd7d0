package dev.millrace.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.SerializableString;

/** JSON that was written before, as a generator takes it. Immutable. */
final class WrittenJson implements SerializableString {

  private final byte[] bytes;

  WrittenJson(byte[] bytes) {
    this.bytes = bytes;
  }

  int length() {
    return bytes.length;
  }

  @Override
  public String getValue() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public int charLength() {
    return getValue().length();
  }

  @Override
  public char[] asQuotedChars() {
    throw unquotedOnly();
  }

  @Override
  public byte[] asUnquotedUTF8() {
    return bytes.clone();
  }

  @Override
  public byte[] asQuotedUTF8() {
    throw unquotedOnly();
  }

  @Override
  public int appendQuotedUTF8(byte[] buffer, int offset) {
    throw unquotedOnly();
  }

  @Override
  public int appendQuoted(char[] buffer, int offset) {
    throw unquotedOnly();
  }

  @Override
  public int appendUnquotedUTF8(byte[] buffer, int offset) {
    if (buffer.length - offset < bytes.length) {
      return -1;
    }
    System.arraycopy(bytes, 0, buffer, offset, bytes.length);
    return bytes.length;
  }

  @Override
  public int appendUnquoted(char[] buffer, int offset) {
    throw unquotedOnly();
  }

  @Override
  public int writeQuotedUTF8(OutputStream out) {
    throw unquotedOnly();
  }

  @Override
  public int writeUnquotedUTF8(OutputStream out) throws IOException {
    out.write(bytes);
    return bytes.length;
  }

  @Override
  public int putQuotedUTF8(ByteBuffer buffer) {
    throw unquotedOnly();
  }

  @Override
  public int putUnquotedUTF8(ByteBuffer buffer) {
    if (buffer.remaining() < bytes.length) {
      return -1;
    }
    buffer.put(bytes);
    return bytes.length;
  }

  private static UnsupportedOperationException unquotedOnly() {
    return new UnsupportedOperationException("this is JSON, not a text in it");
  }
}
