package dev.millrace.plan;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeInput;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Looks over the shoulder of ops while a plan is loaded. */
final class OpProbe {
  /** The limit that each node was told, by its id. */
  final Map<String, OptionalInt> limits = new HashMap<>();

  /** All installed ops, watched. */
  OpCatalog catalog() {
    OpCatalog installed = OpCatalog.installed();
    return OpCatalog.of(
        installed.names().stream()
            .map(name -> watched(installed.find(name).orElseThrow()))
            .toList());
  }

  private Op watched(Op op) {
    return new Op() {
      @Override
      public OpSpec spec() {
        return op.spec();
      }

      @Override
      public NodeCode prepare(NodeSetup setup) {
        limits.put(setup.nodeId(), setup.limit());
        return op.prepare(setup);
      }
    };
  }

  /** A watched op that only looks at its params. */
  Op op(OpSpec spec, Consumer<NodeSetup> check) {
    return watched(
        new Op() {
          @Override
          public OpSpec spec() {
            return spec;
          }

          @Override
          public NodeCode prepare(NodeSetup setup) {
            check.accept(setup);
            return (NodeCode.Sync) NodeInput::rows;
          }
        });
  }
}
