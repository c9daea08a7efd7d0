package dev.millrace.server.engine;

import dev.millrace.client.WireJson;
import dev.millrace.client.WorkflowDef;
import dev.millrace.server.flow.FlowDef;
import dev.millrace.server.store.ReadTransaction;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Definitions by their numbers. What a number means never changes, so they are kept, a bounded
 * number of them. Thread-safe.
 */
final class FlowDefs {

  private final Map<Long, FlowDef> byNumber;
  private final Map<String, Long> byDigest;

  FlowDefs(int capacity) {
    byNumber = new Bounded<>(capacity);
    byDigest = new Bounded<>(capacity);
  }

  /** The definition with a number, read if it is not known. */
  FlowDef get(long number, ReadTransaction tx) {
    FlowDef known;
    synchronized (this) {
      known = byNumber.get(number);
    }
    if (known != null) {
      return known;
    }
    var body = tx.definition(number);
    if (body == null) {
      throw new IllegalStateException("the store has no definition " + number);
    }
    var source = WireJson.mapper().readValue(body, WorkflowDef.class);
    // Its task definitions are in it: what is registered now does not count.
    return switch (FlowDef.compile(source, _ -> null)) {
      case FlowDef.Compiled.Ok(var flow) -> {
        synchronized (this) {
          byNumber.put(number, flow);
        }
        yield flow;
      }
      case FlowDef.Compiled.Invalid(var faults) ->
          throw new IllegalStateException("definition " + number + " was valid before: " + faults);
    };
  }

  /** The number that a definition has in the store, or null if that is not known. */
  synchronized @Nullable Long number(String digest) {
    return byDigest.get(digest);
  }

  /** To be called once the number is committed. */
  synchronized void learn(Frozen frozen, long number) {
    byDigest.put(frozen.digest(), number);
    byNumber.put(number, frozen.flow());
  }
}
