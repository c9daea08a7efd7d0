package dev.millrace.plan.io;

import dev.millrace.plan.registry.NodeAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Which node of a cluster has which of the 16384 slots of keys. Not thread-safe. */
final class SlotTable {

  static final int SLOTS = 16384;

  private final @Nullable NodeAddress[] owners = new @Nullable NodeAddress[SLOTS];

  /**
   * Reads the reply to CLUSTER SLOTS: ranges of [first, last, [host, port, …] of the primary, …].
   *
   * @param asked the node that answered, which leaves its own host empty if it does not know it
   */
  static SlotTable parse(List<Object> ranges, NodeAddress asked) {
    SlotTable table = new SlotTable();
    for (Object each : ranges) {
      if (!(each instanceof List<?> range)
          || range.size() < 3
          || !(range.get(0) instanceof Long first)
          || !(range.get(1) instanceof Long last)
          || !(range.get(2) instanceof List<?> primary)
          || primary.size() < 2
          || !(primary.get(1) instanceof Long port)) {
        throw new IllegalArgumentException("CLUSTER SLOTS answered something unknown");
      }
      String host = primary.get(0) instanceof byte[] name ? decoded(name) : "";
      NodeAddress owner =
          new NodeAddress(host.isEmpty() ? asked.host() : host, Math.toIntExact(port));
      Arrays.fill(table.owners, Math.toIntExact(first), Math.toIntExact(last) + 1, owner);
    }
    return table;
  }

  private static String decoded(byte[] name) {
    return new String(name, StandardCharsets.UTF_8);
  }

  /** A command's first argument is its key. One without goes to any node. */
  static int slotOf(RedisCommand command) {
    return command.arguments().isEmpty()
        ? 0
        : JedisClusterCRC16.getSlot(command.arguments().getFirst());
  }

  @Nullable NodeAddress owner(int slot) {
    return owners[slot];
  }

  void moved(int slot, NodeAddress owner) {
    owners[slot] = owner;
  }

  Set<NodeAddress> nodes() {
    Set<NodeAddress> nodes = new LinkedHashSet<>();
    Arrays.stream(owners).filter(Objects::nonNull).forEach(nodes::add);
    return nodes;
  }
}
