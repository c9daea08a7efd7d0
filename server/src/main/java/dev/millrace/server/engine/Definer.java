package dev.millrace.server.engine;

import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.store.ReadTransaction;
import dev.millrace.server.store.WriteTransaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Definitions for batches: the registered ones, and those that workflows run with, by number.
 * Reading is thread-safe, the rest belongs to the mill.
 */
final class Definer {

  private final FlowDefs flows;
  private volatile Registry registry;

  /** Whether what was read last may not have been committed. */
  private boolean doubtful;

  /** A definition with its number. */
  record Numbered(Frozen frozen, long number) {}

  Definer(FlowDefs flows, Registry registry) {
    this.flows = flows;
    this.registry = registry;
  }

  Registry registry() {
    return registry;
  }

  @Nullable TaskDef task(String name) {
    return registry.task(name);
  }

  /** Reads what is registered, if that is not of this revision. */
  void refresh(long revision, ReadTransaction tx) {
    if (doubtful || revision != registry.revision()) {
      registry = Registry.read(tx);
      doubtful = false;
    }
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
    var frozen = definition == null ? registry.frozen(name, version) : registry.freeze(definition);
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

  boolean isDoubtful() {
    return doubtful;
  }
}
