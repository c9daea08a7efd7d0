package dev.millrace.plan.json;

import static dev.millrace.plan.json.TestTraces.ran;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.plan.PlanAnswer;
import dev.millrace.plan.PlanError;
import dev.millrace.plan.PlanFault;
import dev.millrace.plan.PlanTrace;
import dev.millrace.plan.PlanTrace.State;
import dev.millrace.plan.SourceSpan;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Traces and errors as JSON: read back with another library. */
final class TraceJsonTest {

  private static final PlanTrace TRACE =
      TestTraces.of(
          ran("v", "redis", State.DONE, 1, 10),
          ran("a", "redis", State.DONE, 10, 20, "v"),
          ran("b", "redis", State.RUNNING, 10, -1, "v"));

  private final JsonBuffer json = new JsonBuffer();

  private JsonNode read() {
    return new ObjectMapper().readTree(json.toBytes());
  }

  @Test
  void aTraceHasItsNodesWithTimesInMicroseconds() {
    TraceJson.write(TRACE, json);

    JsonNode node = read().get("nodes").get(1);
    assertThat(node.get("node_id").asString()).isEqualTo("a");
    assertThat(node.get("start_us").asDouble()).isEqualTo(10_000);
    assertThat(node.get("inputs").get(0).asString()).isEqualTo("v");
    assertThat(node.get("trips").get(0).get("commands").asInt()).isEqualTo(3);
    assertThat(node.get("trips").get(0).get("bytes").asInt()).isEqualTo(70);
    assertThat(node.get("bytes").asInt()).isEqualTo(70);
    assertThat(node.get("blocked_on").asString()).isEqualTo("main");
    assertThat(read().get("nodes").get(2).get("end_us").isNull()).isTrue();
  }

  @Test
  void chromeTracesNeverOverlapOnOneThread() {
    ChromeTrace.write(TRACE, json);

    JsonNode events = read().get("traceEvents");
    List<JsonNode> nodes =
        StreamSupport.stream(events.spliterator(), false)
            .filter(event -> event.get("ph").asString().equals("X"))
            .filter(event -> event.get("cat").asString().startsWith("core::"))
            .toList();
    assertThat(nodes).extracting(event -> event.get("name").asString()).contains("v", "a", "b");
    assertThat(nodes.get(1).get("tid")).isNotEqualTo(nodes.get(2).get("tid"));
    assertThat(nodes.get(2).get("dur").asDouble()).isEqualTo(30_000);
    assertThat(StreamSupport.stream(events.spliterator(), false))
        .filteredOn(event -> event.get("ph").asString().equals("M"))
        .extracting(event -> event.get("args").get("name").asString())
        .containsExactlyInAnyOrder("plan demo, request r1", "request", "redis", "redis (2)");
    assertThat(StreamSupport.stream(events.spliterator(), false))
        .filteredOn(event -> event.get("ph").asString().equals("s"))
        .hasSize(2);
  }

  @Test
  void anErrorBeginsWithKindAndDetailAndEndsWithItsTrace() {
    PlanError error =
        new PlanError(
            PlanError.Code.NODE_TIMEOUT,
            "took long",
            "demo",
            "r1",
            "b",
            "core::b",
            new SourceSpan("demo.plan.ts", 3, 5));

    ErrorJson.write(new PlanAnswer.Failed(error, TRACE), json);

    assertThat(json)
        .asString()
        .startsWith(
            "{\"error\":\"Node timeout\",\"detail\":\"took long\",\"code\":\"NODE_TIMEOUT\","
                + "\"plan\":\"demo\",\"node_id\":\"b\",\"op\":\"core::b\",\"request_id\":\"r1\","
                + "\"source\":{\"file\":\"demo.plan.ts\",\"line\":3,\"column\":5},\"trace\":{");
    assertThat(read().get("trace").get("nodes")).hasSize(3);
  }

  @Test
  void aBadPlanListsAllItsFaults() {
    ErrorJson.write(
        "demo",
        List.of(
            new PlanFault("$.nodes[0].op", "a", "no such op", null),
            new PlanFault("$.outputs", null, "missing", null)),
        json);

    assertThat(json)
        .hasToString(
            "{\"error\":\"Invalid plan\",\"detail\":\"$.nodes[0].op (node 'a'): no such op (and 1"
                + " more)\",\"code\":\"BAD_PLAN\",\"plan\":\"demo\",\"node_id\":\"a\",\"faults\":["
                + "{\"path\":\"$.nodes[0].op\",\"node_id\":\"a\",\"reason\":\"no such op\"},"
                + "{\"path\":\"$.outputs\",\"reason\":\"missing\"}]}");
  }

  @Test
  void aBadRequestIsKindDetailAndCode() {
    ErrorJson.write("Invalid request", "no user", "BAD_REQUEST", null, json);

    assertThat(json)
        .hasToString(
            "{\"error\":\"Invalid request\",\"detail\":\"no user\",\"code\":\"BAD_REQUEST\"}");
  }
}
