package dev.millrace.plan.io;

import dev.millrace.plan.registry.NodeAddress;
import dev.millrace.plan.registry.RedisAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servers of an endpoint, and which of them answers a command. A single server is known from
 * the address; the nodes of a cluster must be asked for. Guarded by its client's lock.
 */
final class Topology {

  private static final long REFRESH_AFTER = 1_000_000_000L;

  private final RedisAddress address;
  private final Supplier<CircuitBreaker> breakers;
  private final Map<NodeAddress, Node> nodes = new LinkedHashMap<>();

  /** The one server that there is; null for a cluster. */
  private final @Nullable Node only;

  private @Nullable SlotTable slots;
  private boolean discovering;
  private long lastDiscovery;

  Topology(RedisAddress address, Supplier<CircuitBreaker> breakers) {
    this.address = address;
    this.breakers = breakers;
    this.only = address.cluster() ? null : seed();
  }

  boolean cluster() {
    return address.cluster();
  }

  /** Who answers {@code command}; null if the cluster has not told its nodes yet. */
  @Nullable Node nodeFor(RedisCommand command) {
    if (only != null) {
      return only;
    }
    if (slots == null) {
      return null;
    }
    NodeAddress owner = slots.owner(SlotTable.slotOf(command));
    // A slot without a node: any node will say so.
    return owner == null ? seed() : at(owner);
  }

  /** The first server of the address. It stands for all of a cluster that is not known yet. */
  Node seed() {
    return at(address.nodes().getFirst());
  }

  Node at(NodeAddress where) {
    Node node = nodes.get(where);
    if (node == null) {
      node = new Node(where, breakers.get());
      nodes.put(where, node);
    }
    return node;
  }

  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  /** Whom to ask for the nodes, in this order. */
  List<NodeAddress> witnesses() {
    Set<NodeAddress> all = new LinkedHashSet<>();
    if (slots != null) {
      all.addAll(slots.nodes());
    }
    all.addAll(address.nodes());
    return new ArrayList<>(all);
  }

  void moved(int slot, NodeAddress owner) {
    if (slots != null) {
      slots.moved(slot, owner);
    }
  }

  /** The nodes may have changed. Whether they are to be asked for now. */
  boolean doubt(long now) {
    if (!address.cluster()
        || discovering
        || (slots != null && now - lastDiscovery < REFRESH_AFTER)) {
      return false;
    }
    discovering = true;
    return true;
  }

  void discovered(SlotTable table, long now) {
    slots = table;
    discovering = false;
    lastDiscovery = now;
    Set<NodeAddress> current = table.nodes();
    nodes.values().removeIf(node -> node.links().isEmpty() && !current.contains(node.address));
  }

  void notDiscovered(long now) {
    discovering = false;
    lastDiscovery = now;
  }
}
