package dev.millrace.server.task;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where requests may go. By default nowhere but to public addresses: a workflow's author must not
 * reach what only the server can reach. The address is looked at, never the name, unless a name is
 * allowed. Immutable.
 */
public final class AddressRules {

  private final boolean guarding;
  private final List<String> names;
  private final List<AddressBlock> blocks;

  private AddressRules(boolean guarding, List<String> names, List<AddressBlock> blocks) {
    this.guarding = guarding;
    this.names = List.copyOf(names);
    this.blocks = List.copyOf(blocks);
  }

  /** Public addresses only. */
  public static AddressRules guarded() {
    return new AddressRules(true, List.of(), List.of());
  }

  /** Any address: for a server whose workflows are all written by those who run it. */
  public static AddressRules open() {
    return new AddressRules(false, List.of(), List.of());
  }

  /**
   * Public addresses and these.
   *
   * @param allowed blocks and addresses ({@code 10.1.0.0/16}, {@code ::1}), names ({@code
   *     localhost}), and names with any name before them ({@code *.internal})
   * @throws IllegalArgumentException for what is none of these
   */
  public static AddressRules allowing(List<String> allowed) {
    var blocks = allowed.stream().map(AddressBlock::parse).filter(block -> block != null).toList();
    var names =
        allowed.stream().filter(text -> AddressBlock.parse(text) == null).map(AddressRules::name);
    return new AddressRules(true, names.toList(), blocks);
  }

  private static String name(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    if (!name.matches("(\\*\\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")) {
      throw new IllegalArgumentException(
          "'%s' is no address, block of addresses (10.0.0.0/8) or host (name, *.domain)"
              .formatted(text));
    }
    return name;
  }

  /** Why a request to a host at an address is refused; null if it may go. */
  @Nullable String refusal(String host, InetAddress address) {
    if (!guarding || allowsName(host)) {
      return null;
    }
    byte[] bytes = address.getAddress();
    if (blocks.stream().anyMatch(block -> block.contains(bytes))) {
      return null;
    }
    String kind = Reserved.kind(address);
    return kind == null
        ? null
        : "the host '%s' has the %s address %s, and only public ones are allowed"
            .formatted(host, kind, address.getHostAddress());
  }

  private boolean allowsName(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return names.stream()
        .anyMatch(pattern ->
            pattern.startsWith("*.") ? bare.endsWith(pattern.substring(1)) : bare.equals(pattern));
  }

  @Override
  public String toString() {
    return guarding ? "public addresses and " + names + " and " + blocks.size() + " blocks" : "any";
  }
}
