package dev.millrace.server.http;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.server.Workflows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Starts of workflows. Immutable. */
final class StartRoutes {

  private static final String BASE = "/api/workflow";
  private static final long MAX_WAIT_SECONDS = 300;

  private static final Param.Whole VERSION = Param.number("version", null, Integer.MAX_VALUE);
  private static final Param.Whole PRIORITY = Param.number("priority", 0L, 99);
  private static final Param.Text CORRELATION = Param.text("correlationId");
  private static final Param.Text REQUEST_ID = Param.text("requestId");
  private static final Param.Text UNTIL = Param.text("waitUntilTaskRef");
  private static final Param.Whole SECONDS = Param.number("waitForSeconds", 10L, MAX_WAIT_SECONDS);
  private static final Param.Text CONSISTENCY = Param.text("consistency");
  private static final Param.Text STRATEGY = Param.text("returnStrategy");

  private static final Shape<StartWorkflowRequest> START =
      Shape.of(StartWorkflowRequest.class, WireChecks::start);

  /** Name and version come from the path. */
  private static final Shape<StartWorkflowRequest> EXECUTE =
      Shape.of(StartWorkflowRequest.class, WireChecks::startFields);

  private static final Shape<Map<String, @Nullable Object>> INPUT = Shape.MAP.or(Map.of());

  private final Workflows workflows;

  StartRoutes(Workflows workflows) {
    this.workflows = workflows;
  }

  List<Route> routes() {
    return List.of(
        Route.post(BASE).body(START).text(call -> workflows.start(call.body(START))),
        Route.post(BASE + "/{name}")
            .query(VERSION, CORRELATION, PRIORITY)
            .body(INPUT)
            .text(this::startByName),
        Route.post(BASE + "/execute/{name}/{version}")
            .load(Load.WAIT)
            .query(REQUEST_ID, UNTIL, SECONDS, CONSISTENCY, STRATEGY)
            .body(EXECUTE)
            .json(SignalResponse.class, this::execute));
  }

  // A record's constructor loses the annotations inside its parameters' types in the class file.
  @SuppressWarnings("NullAway")
  private CompletableFuture<String> startByName(Call call) {
    Long version = call.optional(VERSION);
    return workflows.start(
        new StartWorkflowRequest(
            call.path("name"),
            version == null ? null : (Integer) version.intValue(),
            call.text(CORRELATION),
            call.body(INPUT),
            Map.of(),
            null,
            null,
            (int) call.number(PRIORITY),
            null,
            null,
            null));
  }

  private CompletableFuture<SignalResponse> execute(Call call) {
    String until = call.text(UNTIL);
    var show =
        call.choice(
            STRATEGY,
            SignalResponse.ReturnStrategy.class,
            SignalResponse.ReturnStrategy.TARGET_WORKFLOW);
    var execution =
        new Workflows.Execution(
            named(call.body(EXECUTE), call),
            call.text(REQUEST_ID),
            until == null ? List.of() : Arrays.asList(until.split("\\s*,\\s*", -1)),
            call.number(SECONDS) * 1000,
            show);
    return workflows.execute(execution);
  }

  @SuppressWarnings("NullAway") // as above
  private static StartWorkflowRequest named(StartWorkflowRequest body, Call call) {
    return new StartWorkflowRequest(
        call.path("name"),
        Numbers.version("version", call.path("version")),
        body.correlationId(),
        body.input(),
        body.taskToDomain(),
        body.workflowDef(),
        body.externalInputPayloadStoragePath(),
        body.priority(),
        body.createdBy(),
        body.idempotencyKey(),
        body.idempotencyStrategy());
  }
}
