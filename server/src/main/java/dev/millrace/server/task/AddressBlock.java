package dev.millrace.server.task;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A range of addresses, e.g. {@code 10.0.0.0/8}. Immutable. */
final class AddressBlock {

  private final byte[] prefix;
  private final int bits;

  private AddressBlock(byte[] prefix, int bits) {
    this.prefix = prefix;
    this.bits = bits;
  }

  /** The block that a text names: an address, or one with a number of bits. Null if it is none. */
  static @Nullable AddressBlock parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    // Only what cannot be a name is looked at, so that nothing is resolved here.
    if (!address.matches("[0-9.]+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*")) {
      return null;
    }
    try {
      byte[] bytes = InetAddress.getByName(address).getAddress();
      int bits = slash < 0 ? bytes.length * 8 : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > bytes.length * 8 ? null : new AddressBlock(bytes, bits);
    } catch (UnknownHostException | NumberFormatException notABlock) {
      return null;
    }
  }

  static AddressBlock of(String text) {
    AddressBlock block = parse(text);
    if (block == null) {
      throw new IllegalArgumentException("'" + text + "' is no block of addresses");
    }
    return block;
  }

  boolean contains(byte[] address) {
    if (address.length != prefix.length) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % 8);
      if ((address[i / 8] & mask) != (prefix[i / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
