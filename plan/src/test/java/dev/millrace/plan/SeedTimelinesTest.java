package dev.millrace.plan;

import static dev.millrace.plan.DrawnNode.cpu;
import static dev.millrace.plan.DrawnNode.io;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.expr.ExprBackend;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpCatalog;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.registry.Environment;
import dev.millrace.plan.registry.Registries;
import dev.millrace.simulation.DeterministicScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The six examples keep the timelines that are drawn with them, to the millisecond. Each node does
 * its real work and takes the time that the drawing gives it; when it begins is the engine's
 * decision. The seeds are different orders in which the scheduler takes what can run.
 */
class SeedTimelinesTest {

  private static final PlanRequest REQUEST = PlanRequest.of("r1", 1).withTrace();
  private static final Registries REGISTRIES = Registries.builtin(Environment.DEV);

  /** What is drawn of a node, as it happened: milliseconds, or -1 for what did not come. */
  private record Seen(String id, double spawned, double runs, double stored) {}

  /** One run of an example. */
  private static final class Run implements AutoCloseable {
    private final List<DrawnNode> drawing;
    private final DeterministicScheduler scheduler;
    private final PlanEngine engine;
    private final PlanAnswer answer;

    Run(long seed, String plan, PlanRequest request, List<DrawnNode> drawing) throws Exception {
      this.drawing = drawing;
      scheduler = DeterministicScheduler.create(seed);
      EngineConfig config = EngineConfig.defaults().withNanoTime(scheduler::nanoTime);
      CountedStore store = new CountedStore(InProcessStore.withExampleData());
      engine = PlanEngine.create(scheduler, store, config);
      CompiledPlan compiled =
          TestLoader.of(REGISTRIES, paced(), ExprBackend.compiler())
              .plan(SeedExamples.plans().get(plan).json());
      answer = scheduler.await(engine.submit(compiled, request));
    }

    private OpCatalog paced() {
      Map<String, DrawnNode> byId =
          drawing.stream().collect(Collectors.toMap(DrawnNode::id, Function.identity()));
      List<Op> ops = new ArrayList<>();
      for (String name : OpCatalog.installed().names()) {
        Op op = OpCatalog.installed().find(name).orElseThrow();
        ops.add(
            new Op() {
              @Override
              public OpSpec spec() {
                return op.spec();
              }

              @Override
              public NodeCode prepare(NodeSetup setup) {
                return byId.get(setup.nodeId()).paced(op.prepare(setup), scheduler);
              }
            });
      }
      return OpCatalog.of(ops);
    }

    PlanTrace trace() {
      return answer.trace();
    }

    /** Everything happens when it is drawn, and the answer is there when the last rows are. */
    Run isAsDrawn(int totalMillis) {
      assertThat(answer).isInstanceOf(PlanAnswer.Rows.class);
      assertThat(trace().nodes().stream().map(Run::seen).toList())
          .containsExactlyElementsOf(drawing.stream().map(Run::seen).toList());
      assertThat(millis(trace().endNanos())).isEqualTo(totalMillis);
      checkReads();
      scheduler.runUntilIdle();
      assertThat(millis(scheduler.nanoTime())).as("nothing is left").isEqualTo(totalMillis);
      assertThat(engine.counters().live()).isZero();
      return this;
    }

    Run waitsFor(String... criticalPath) {
      assertThat(trace().criticalPath()).containsExactly(criticalPath);
      return this;
    }

    /** Of nodes that are under way at the same time, each begins before the other ends. */
    void overlap(String one, String other) {
      PlanTrace.Times first = node(one).times();
      PlanTrace.Times second = node(other).times();
      assertThat(first.startNanos()).isLessThan(second.endNanos());
      assertThat(second.startNanos()).isLessThan(first.endNanos());
    }

    private void checkReads() {
      for (DrawnNode drawn : drawing) {
        List<PlanTrace.Trip> trips = node(drawn.id()).work().trips();
        if (drawn.read().isEmpty()) {
          assertThat(trips).as(drawn.id()).isEmpty();
        } else {
          assertThat(trips.getFirst().first()).as(drawn.id()).startsWith(drawn.read());
        }
      }
    }

    PlanTrace.Node node(String id) {
      return trace().nodes().stream().filter(node -> node.id().equals(id)).findAny().orElseThrow();
    }

    private static Seen seen(PlanTrace.Node node) {
      PlanTrace.Times times = node.times();
      assertThat(times.startNanos()).as("begins at once").isEqualTo(times.readyNanos());
      List<PlanTrace.Trip> trips = node.work().trips();
      // The call of a node that computes is not in the trace.
      double runs = trips.isEmpty() ? -1 : millis(trips.getFirst().sentNanos());
      return new Seen(node.id(), millis(times.readyNanos()), runs, millis(times.endNanos()));
    }

    private static Seen seen(DrawnNode node) {
      int runs = node.read().isEmpty() ? -1 : node.runs();
      return new Seen(node.id(), node.spawned(), runs, node.stored());
    }

    @Override
    public void close() {
      scheduler.close();
    }
  }

  private static double millis(long nanos) {
    return nanos == PlanTrace.NEVER ? nanos : nanos / 1e6;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aSingleNodeWaitsForItsRead(long seed) throws Exception {
    List<DrawnNode> drawing = List.of(io("n0", 0, 1, 15, "HGETALL user:1"));
    try (Run run = new Run(seed, "simple_viewer", REQUEST, drawing)) {
      var _ = run.isAsDrawn(15).waitsFor("n0");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aFilterFollowsItsSource(long seed) throws Exception {
    List<DrawnNode> drawing = List.of(io("n0", 0, 1, 15, "HGETALL user:1"), cpu("n1", 15, 16, 18));
    try (Run run = new Run(seed, "viewer_filter", REQUEST, drawing)) {
      var _ = run.isAsDrawn(18).waitsFor("n0", "n1");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void parallelBranchesAreInFlightTogether(long seed) throws Exception {
    List<DrawnNode> drawing =
        List.of(
            io("n0", 0, 1, 10, "HGETALL user:1"),
            io("n1", 10, 11, 25, "LRANGE follow:1"),
            io("n2", 10, 11, 30, "LRANGE recommendation:1"));
    try (Run run = new Run(seed, "parallel_fanout", REQUEST, drawing)) {
      run.isAsDrawn(30).waitsFor("n0", "n2").overlap("n1", "n2");
    }
  }

  /** The drawing lets the last two take a millisecond each, not two as its sum says. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aPipelineIsOneNodeAfterTheOther(long seed) throws Exception {
    List<DrawnNode> drawing =
        List.of(
            io("n0", 0, 1, 10, "HGETALL user:1"),
            io("n1", 10, 11, 25, "LRANGE follow:1"),
            cpu("n2", 25, 26, 28),
            cpu("n3", 28, 29, 31),
            cpu("n4", 31, 32, 33),
            cpu("n5", 33, 34, 35));
    try (Run run = new Run(seed, "mixed_pipeline", REQUEST, drawing)) {
      var _ = run.isAsDrawn(35).waitsFor("n0", "n1", "n2", "n3", "n4", "n5");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theJoinOfADiamondWaitsForBothBranches(long seed) throws Exception {
    List<DrawnNode> drawing =
        List.of(
            io("n0", 0, 1, 10, "HGETALL user:1"),
            io("n1", 10, 11, 22, "LRANGE follow:1"),
            io("n2", 10, 11, 28, "LRANGE recommendation:1"),
            cpu("n3", 28, 29, 30));
    try (Run run = new Run(seed, "diamond", REQUEST, drawing)) {
      run.isAsDrawn(30).waitsFor("n0", "n2", "n3").overlap("n1", "n2");
    }
  }

  /** The first is the viewer; then follow, media, vm; recommendation, media, vm; and the rest. */
  private static List<DrawnNode> tenNodes(int firstVmStored) {
    return List.of(
        io("n0", 0, 1, 10, "HGETALL user:1"),
        io("n1", 10, 11, 25, "LRANGE follow:1"),
        io("n2", 25, 26, 45, "LRANGE media:"),
        cpu("n3", 45, 46, firstVmStored),
        io("n4", 10, 11, 30, "LRANGE recommendation:1"),
        io("n5", 30, 31, 55, "LRANGE media:"),
        cpu("n6", 55, 56, 60),
        cpu("n7", 60, 61, 62),
        cpu("n8", 62, 63, 65),
        cpu("n9", 65, 66, 67));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void tenNodesKeepADeadlineOfAHundredMillis(long seed) throws Exception {
    PlanRequest request = REQUEST.withDeadline(ofMillis(100));
    try (Run run = new Run(seed, "complex_dag", request, tenNodes(50))) {
      var _ = run.isAsDrawn(67).waitsFor("n0", "n4", "n5", "n6", "n7", "n8", "n9");
      run.overlap("n1", "n4");
      run.overlap("n2", "n4");
      run.overlap("n2", "n5");
      run.overlap("n3", "n5");
    }
  }

  /** As drawn, but for the end: the work that would take until 52 stops with the answer. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void tenNodesAreGivenUpAfterFiftyMillis(long seed) throws Exception {
    PlanRequest request = REQUEST.withDeadline(ofMillis(50));
    try (Run run = new Run(seed, "complex_dag", request, tenNodes(52))) {
      PlanError error = ((PlanAnswer.Failed) run.answer).error();
      assertThat(error.code()).isEqualTo(PlanError.Code.DEADLINE_EXCEEDED);
      assertThat(error.message()).endsWith("still running: n3 (core::vm), n5 (core::media)");
      assertThat(millis(run.trace().endNanos())).isEqualTo(50);
      assertThat(run.trace().nodes().stream().map(Run::seen).toList())
          .containsExactly(
              new Seen("n0", 0, 1, 10),
              new Seen("n1", 10, 11, 25),
              new Seen("n2", 25, 26, 45),
              new Seen("n3", 45, -1, -1),
              new Seen("n4", 10, 11, 30),
              new Seen("n5", 30, 31, -1),
              new Seen("n6", -1, -1, -1),
              new Seen("n7", -1, -1, -1),
              new Seen("n8", -1, -1, -1),
              new Seen("n9", -1, -1, -1));
      run.scheduler.runUntilIdle();
      assertThat(millis(run.scheduler.nanoTime())).as("the work has stopped").isEqualTo(50);
      assertThat(run.engine.counters().nodesCancelled()).isEqualTo(2);
      assertThat(run.engine.counters().live()).isZero();
    }
  }
}
