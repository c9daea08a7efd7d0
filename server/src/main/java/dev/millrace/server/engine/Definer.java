package dev.millrace.server.engine;

import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.WriteTransaction;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Definitions for batches: the registered ones, and those that workflows run with, by number.
 * Belongs to the hand whose turn it is; what it knows of registered ones is what the current
 * transaction sees.
 */
final class Definer {

  private static final long UNKNOWN = -1;

  private final FlowDefs flows;
  private final Registry registry;
  private @Nullable ReadTransaction tx;

  /** The number of the last change that the registry has seen. */
  private long revision = UNKNOWN;

  /** Whether something that the registry has seen may not have been committed. */
  private boolean doubtful;

  /** A definition with its number. */
  record Numbered(Frozen frozen, long number) {}

  Definer(FlowDefs flows, int capacity) {
    this.flows = flows;
    this.registry = new Registry(capacity);
  }

  /** A transaction begins. */
  void begin(ReadTransaction newTx) {
    tx = newTx;
    if (doubtful) {
      registry.forget();
      revision = UNKNOWN;
      doubtful = false;
    }
  }

  /** Where others register too: the transaction sees this revision. */
  void sees(long newRevision) {
    if (newRevision != revision) {
      registry.forget();
      revision = newRevision;
    }
  }

  /** The current transaction registers something. */
  void changed() {
    registry.forget();
    doubtful = true;
  }

  @Nullable TaskDef task(String name) {
    return registry.task(name, current());
  }

  private ReadTransaction current() {
    return Objects.requireNonNull(tx, "no transaction has begun");
  }

  FlowDef flow(long number, ReadTransaction tx) {
    return flows.get(number, tx);
  }

  /**
   * The definition that a start names.
   *
   * @param definition one that is not registered, or null
   * @param fresh by their digests, numbers that the batch got and that count once it is committed
   * @throws dev.millrace.server.ServiceException if there is none or it is no good
   */
  Numbered find(
      String name,
      @Nullable Integer version,
      @Nullable WorkflowDef definition,
      WriteTransaction tx,
      Map<String, Numbered> fresh) {
    var frozen =
        definition == null ? registry.frozen(name, version, tx) : Registry.freeze(definition, tx);
    var number = flows.number(frozen.digest());
    if (number != null) {
      return new Numbered(frozen, number);
    }
    return fresh.computeIfAbsent(
        frozen.digest(), digest -> new Numbered(frozen, tx.define(digest, frozen.body())));
  }

  void committed(Map<String, Numbered> fresh) {
    fresh.values().forEach(each -> flows.learn(each.frozen(), each.number()));
  }

  /** What was read last may not have been committed. */
  void failed() {
    doubtful = true;
  }
}
