package dev.millrace.server.task;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Addresses that are not out in the public network, by what they are. */
final class Reserved {

  private static final Map<String, List<AddressBlock>> KINDS = kinds();

  /** IPv6 addresses with an IPv4 address in them, and where in them it is. */
  private static final Map<AddressBlock, Integer> EMBEDDING =
      Map.of(
          AddressBlock.of("::/96"), 12,
          AddressBlock.of("::ffff:0:0:0/96"), 12,
          AddressBlock.of("64:ff9b::/96"), 12,
          AddressBlock.of("2002::/16"), 2);

  private Reserved() {}

  /** What kind of address it is that a task must not reach by default; null for a public one. */
  static @Nullable String kind(InetAddress address) {
    return kind(address.getAddress());
  }

  private static @Nullable String kind(byte[] address) {
    for (var kind : KINDS.entrySet()) {
      if (kind.getValue().stream().anyMatch(block -> block.contains(address))) {
        return kind.getKey();
      }
    }
    for (var embedding : EMBEDDING.entrySet()) {
      if (embedding.getKey().contains(address)) {
        int from = embedding.getValue();
        return kind(Arrays.copyOfRange(address, from, from + 4));
      }
    }
    return null;
  }

  private static Map<String, List<AddressBlock>> kinds() {
    var kinds = new LinkedHashMap<String, List<AddressBlock>>();
    kinds.put("unspecified", blocks("0.0.0.0/8", "::/128"));
    kinds.put("loopback", blocks("127.0.0.0/8", "::1/128"));
    kinds.put("link-local", blocks("169.254.0.0/16", "fe80::/10"));
    kinds.put(
        "private",
        blocks(
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "fc00::/7",
            "fec0::/10",
            "64:ff9b:1::/48"));
    kinds.put("multicast", blocks("224.0.0.0/4", "ff00::/8"));
    kinds.put(
        "reserved",
        blocks(
            "192.0.0.0/24",
            "192.0.2.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "240.0.0.0/4",
            "100::/64",
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
            "5f00::/16"));
    return kinds;
  }

  private static List<AddressBlock> blocks(String... texts) {
    return Arrays.stream(texts).map(AddressBlock::of).toList();
  }
}
