package dev.millrace.stress.plan;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError.Code;
import dev.millrace.plan.PlanTrace;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the document of the DAG scheduler promises, by the names of its tests. Times are never
 * compared with a clock: whatever must be cut short would take far longer than anybody waits.
 */
public final class DagScenarios {

  private static final Duration GENEROUS = ofSeconds(60);
  private static final int FOREVER_MS = 600_000;

  private DagScenarios() {}

  public static List<Scenario> all() {
    return List.of(
        new Scenario("three-branch DAG with concurrent sleep + vm", DagScenarios::threeBranches),
        new Scenario("fault injection - no deadlock or UAF on error", DagScenarios::fault),
        new Scenario("request deadline exceeded", g -> cutShort(g, "busy_cpu", ofMillis(50))),
        new Scenario("node timeout on CPU work", g -> nodeTimeout(g, "busy_cpu", ofMillis(10))),
        new Scenario("deadline already expired", DagScenarios::expired),
        new Scenario("very short deadline (1ms)", g -> cutShort(g, "busy_cpu", ofMillis(1))),
        new Scenario("generous deadline succeeds", g -> succeeds(g, GENEROUS, null)),
        new Scenario("very short node timeout (1ms)", g -> nodeTimeout(g, "busy_cpu", ofMillis(1))),
        new Scenario("generous node timeout succeeds", g -> succeeds(g, null, GENEROUS)),
        new Scenario("both deadline and node_timeout set", DagScenarios::nodeTimeoutFirst),
        new Scenario("multi-stage pipeline timeout", g -> stages(g, 5, FOREVER_MS, false)),
        new Scenario("multi-stage pipeline succeeds", g -> stages(g, 5, 5, true)),
        new Scenario("fixed_source only (no CPU offload)", DagScenarios::sourceOnly),
        new Scenario("repeated timeout operations", g -> repeat(g, 5, i -> false)),
        new Scenario("repeated success operations", g -> repeat(g, 10, i -> true)),
        new Scenario("alternating success and timeout", g -> repeat(g, 6, i -> i % 2 == 0)),
        new Scenario("sleep respects request deadline", g -> cutShort(g, "sleep", ofMillis(20))),
        new Scenario("sleep respects node timeout", g -> nodeTimeout(g, "sleep", ofMillis(20))),
        new Scenario("late completion increments counter", DagScenarios::lateCompletion),
        new Scenario("mixed async+CPU pipeline timeout (async)", g -> mixed(g, FOREVER_MS, 1, "s")),
        new Scenario("mixed async+CPU pipeline timeout (CPU)", g -> mixed(g, 1, FOREVER_MS, "b")),
        new Scenario("mixed async+CPU pipeline succeeds", g -> mixed(g, 5, 5, "")),
        new Scenario("parallel async tasks both respect deadline", DagScenarios::parallelSleeps));
  }

  private interface IntTest {
    boolean test(int round);
  }

  private static PlanText source() {
    return new PlanText().node("a", "test::fixed_source", "{'row_count':3}");
  }

  @CanIgnoreReturnValue
  private static PlanText sleep(PlanText plan, String id, int millis, String input) {
    return plan.node(id, "test::sleep", "{'duration_ms':%d}".formatted(millis), input);
  }

  private static PlanText busy(PlanText plan, String id, int millis, String input) {
    return plan.node(id, "test::busy_cpu", "{'busy_wait_ms':%d}".formatted(millis), input);
  }

  /** One node that waits or works for so long. */
  private static byte[] single(String op, int millis) {
    PlanText plan = source();
    return (op.equals("sleep") ? sleep(plan, "x", millis, "a") : busy(plan, "x", millis, "a"))
        .output("x");
  }

  private static void threeBranches(DagGround ground) throws Exception {
    PlanText plan = source().expr("e0", "{'op':'key_ref','key_id':1}");
    for (String branch : List.of("1", "2", "3")) {
      sleep(plan, "s" + branch, 500, "a")
          .node("v" + branch, "core::vm", "{'out_key':2001,'expr_id':'e0'}", "s" + branch);
    }
    plan.node("c1", "core::concat", "{'rhs':'v2'}", "v1");
    plan.node("c2", "core::concat", "{'rhs':'v3'}", "c1");

    PlanAnswer answer = ground.run(ground.plan(plan.output("c2")), null, null);

    ground.expect(ground.rows(answer) == 9, "the rows of all branches");
    List<PlanTrace.Times> sleeps =
        List.of("s1", "s2", "s3").stream().map(id -> DagGround.node(answer, id).times()).toList();
    long lastStart = sleeps.stream().mapToLong(PlanTrace.Times::startNanos).max().orElseThrow();
    long firstEnd = sleeps.stream().mapToLong(PlanTrace.Times::endNanos).min().orElseThrow();
    ground.expect(lastStart < firstEnd, "all sleeps to begin before the first ends");
  }

  private static void fault(DagGround ground) throws Exception {
    PlanText plan = source();
    plan.node("bad", "test::sleep", "{'duration_ms':5,'fail_after_sleep':true}", "a");
    sleep(plan, "long", FOREVER_MS, "a");
    sleep(plan, "after", 1, "bad");

    PlanAnswer answer = ground.run(ground.plan(plan.output("after")), null, null);

    ground.expect("bad".equals(ground.error(answer, Code.NODE_FAILED).node()), "node bad to fail");
    ground.expect(
        DagGround.node(answer, "after").state() == PlanTrace.State.WAITING, "nothing after it");
    ground.expect(ground.drained().nodesCancelled() == 1, "the long sleep to be given up");
  }

  private static void cutShort(DagGround ground, String op, Duration deadline) throws Exception {
    PlanAnswer answer = ground.run(ground.plan(single(op, FOREVER_MS)), deadline, null);

    ground.expect(
        ground.error(answer, Code.DEADLINE_EXCEEDED).message().contains("deadline"),
        "an error that names the deadline");
    ground.expect(ground.drained().failed() == 1, "one failed request");
  }

  private static void nodeTimeout(DagGround ground, String op, Duration timeout) throws Exception {
    PlanAnswer answer = ground.run(ground.plan(single(op, FOREVER_MS)), null, timeout);

    ground.expect("x".equals(ground.error(answer, Code.NODE_TIMEOUT).node()), "node x to be late");
    ground.expect(ground.drained().failed() == 1, "one failed request");
  }

  private static void expired(DagGround ground) throws Exception {
    PlanAnswer answer = ground.run(ground.plan(single("busy_cpu", 1)), Duration.ZERO, null);

    ground.expect(
        ground.error(answer, Code.DEADLINE_EXCEEDED).node() == null, "no node to be at fault");
    ground.expect(ground.drained().nodesStarted() == 0, "nothing to start");
  }

  private static void succeeds(
      DagGround ground, @Nullable Duration deadline, @Nullable Duration timeout) throws Exception {
    PlanAnswer answer = ground.run(ground.plan(single("busy_cpu", 5)), deadline, timeout);

    ground.expect(ground.rows(answer) == 3, "the rows of the source");
  }

  private static void nodeTimeoutFirst(DagGround ground) throws Exception {
    PlanAnswer answer =
        ground.run(ground.plan(single("busy_cpu", FOREVER_MS)), GENEROUS, ofMillis(10));

    ground.expect("x".equals(ground.error(answer, Code.NODE_TIMEOUT).node()), "node x to be late");
  }

  private static void stages(DagGround ground, int first, int second, boolean well)
      throws Exception {
    PlanText plan = busy(busy(source(), "b1", first, "a"), "b2", second, "b1");
    PlanAnswer answer =
        ground.run(ground.plan(plan.output("b2")), well ? GENEROUS : ofMillis(200), null);

    if (well) {
      ground.expect(ground.rows(answer) == 3, "the rows of the source");
    } else {
      String message = ground.error(answer, Code.DEADLINE_EXCEEDED).message();
      ground.expect(message.contains("b1") || message.contains("b2"), "a stage in: " + message);
      ground.expect(ground.drained().nodesCancelled() == 1, "one stage to be given up");
    }
  }

  private static void sourceOnly(DagGround ground) throws Exception {
    PlanAnswer answer = ground.run(ground.plan(source().output("a")), null, null);

    ground.expect(ground.rows(answer) == 3, "the rows of the source");
    ground.expect(DagGround.node(answer, "a").work().lane().equals("inline"), "to run inline");
  }

  private static void repeat(DagGround ground, int rounds, IntTest well) throws Exception {
    for (int round = 0; round < rounds; round++) {
      if (well.test(round)) {
        succeeds(ground, GENEROUS, null);
      } else {
        PlanAnswer answer =
            ground.run(ground.plan(single("busy_cpu", FOREVER_MS)), ofMillis(5), null);
        ground.expect(
            ground.error(answer, Code.DEADLINE_EXCEEDED).plan().equals("scenario"), "a timeout");
      }
    }
    ground.expect(ground.drained().answered() == rounds, "an answer each");
  }

  private static void lateCompletion(DagGround ground) throws Exception {
    byte[] plan = source().node("x", "stress::stubborn", "{'duration_ms':300}", "a").output("x");

    PlanAnswer answer = ground.run(ground.plan(plan), null, ofMillis(50));

    ground.expect("x".equals(ground.error(answer, Code.NODE_TIMEOUT).node()), "node x to be late");
    ground.expect(ground.drained().lateCompletions() == 1, "one late completion");
  }

  /** A sleep and then work; {@code late} is the node that is cut short, "" if none is. */
  private static void mixed(DagGround ground, int asleep, int atWork, String late)
      throws Exception {
    PlanText plan = busy(sleep(source(), "s", asleep, "a"), "b", atWork, "s");
    PlanAnswer answer =
        ground.run(ground.plan(plan.output("b")), late.isEmpty() ? GENEROUS : ofMillis(200), null);

    if (late.isEmpty()) {
      ground.expect(ground.rows(answer) == 3, "the rows of the source");
    } else {
      ground.expect(
          ground.error(answer, Code.DEADLINE_EXCEEDED).message().contains(late + " ("),
          "node %s to be the one that still runs".formatted(late));
      ground.expect(ground.drained().nodesCancelled() == 1, "it to be given up");
    }
  }

  private static void parallelSleeps(DagGround ground) throws Exception {
    PlanText plan = sleep(sleep(source(), "s1", FOREVER_MS, "a"), "s2", FOREVER_MS, "a");

    PlanAnswer answer = ground.run(ground.plan(plan.output("s1", "s2")), ofMillis(200), null);

    String message = ground.error(answer, Code.DEADLINE_EXCEEDED).message();
    ground.expect(message.contains("s1 (") && message.contains("s2 ("), "both in: " + message);
    ground.expect(ground.drained().nodesCancelled() == 2, "both to be given up");
  }
}
