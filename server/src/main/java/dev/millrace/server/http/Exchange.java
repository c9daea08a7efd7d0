package dev.millrace.server.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. Confined to its event loop, but for reading and writing long JSON,
 * which is done on a virtual thread and comes back.
 *
 * <pre>
 *   begin ── admitted ── body read ── code called ──► settled ──► answered
 *     │                                   │ waits       ▲ ▲
 *     └── refused ────────────────────────┼─────────────┘ │ the server or its worker closes: an empty answer
 *                                         └───────────────┘ the client goes: nobody to answer
 * </pre>
 */
final class Exchange {

  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  /** How our own clients know that they talk to one of us. */
  private static final CharSequence MILLRACE = HttpHeaders.createOptimized("Millrace");

  private static final CharSequence VERSION = HttpHeaders.createOptimized("1");
  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");

  private final Edge edge;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context context;
  private final Thread loop = Thread.currentThread();
  private final long began = System.nanoTime();

  private @Nullable Route route;
  private @Nullable Call call;
  private boolean admitted;
  // Bytes of the body that count in the gate.
  private long held;
  // Somebody has decided what the answer is, or that there is none.
  private boolean settled;
  // Written before others can see this among those who wait.
  private @Nullable String poller;
  private boolean finished;

  Exchange(Edge edge, HttpServerRequest request, Context context) {
    this.edge = edge;
    this.request = request;
    this.response = request.response();
    this.context = context;
  }

  void begin() {
    HttpMethod method = request.method();
    String path = request.path() == null ? "" : request.path();
    try {
      boolean head = method.equals(HttpMethod.HEAD);
      switch (edge.table().find(head ? HttpMethod.GET : method, path)) {
        // Looking must not take anything away.
        case RouteTable.Match.Found(Route found, var values)
            when head && found.load() == Load.WAIT ->
            notAllowed(List.of("GET"));
        case RouteTable.Match.Found(Route found, var values) -> enter(found, values);
        case RouteTable.Match.OtherMethods(var methods) -> notAllowed(List.copyOf(methods));
        case RouteTable.Match.Nothing() -> fail(new Refusal(404, "There is nothing at " + path));
      }
    } catch (RuntimeException e) { // foreign code: a fault in one request must not end the others
      fail(e);
    }
  }

  /** Who polls with it; null if nobody does. */
  @Nullable String poller() {
    return poller;
  }

  /** The server or the asker closes: who only waits is answered. On the event loop. */
  void end() {
    Answer empty = call == null ? null : call.atClose();
    if (!settled && empty != null) {
      giveUp();
      settle(empty);
    }
  }

  void runOnLoop(Runnable work) {
    if (Thread.currentThread() == loop) {
      work.run();
    } else {
      context.runOnContext(ignored -> work.run());
    }
  }

  private void enter(Route found, List<String> values) {
    route = found;
    Refusal refusal = edge.gate().admit(found);
    if (refusal != null) {
      edge.metrics().rejected();
      fail(refusal);
      return;
    }
    admitted = true;
    response.closeHandler(ignored -> gone());
    Query query = Query.parse(request.query());
    Shape<?> shape = found.body();
    if (shape == null) {
      run(found, new Call(found, values, query, null));
    } else {
      new RequestBody(request, edge.limits().bodyBytes(), bytes -> hold(found, bytes))
          .read(bytes -> read(found, shape, values, query, bytes), this::fail);
    }
  }

  private @Nullable Refusal hold(Route found, int bytes) {
    Refusal full = edge.gate().hold(found, bytes);
    if (full == null) {
      held += bytes;
    } else {
      edge.metrics().rejected();
    }
    return full;
  }

  private void read(Route found, Shape<?> shape, List<String> values, Query query, byte[] bytes) {
    Runnable work =
        () -> {
          try {
            Call made = new Call(found, values, query, shape.read(bytes));
            runOnLoop(() -> run(found, made));
          } catch (RuntimeException e) { // foreign code: the body may be anything
            runOnLoop(() -> fail(e));
          }
        };
    if (bytes.length <= Edge.SMALL) {
      work.run();
    } else {
      Thread.ofVirtual().name("long body").start(work);
    }
  }

  private void run(Route found, Call made) {
    call = made;
    CompletableFuture<Answer> answer;
    try {
      answer = found.code().apply(made);
    } catch (RuntimeException e) { // foreign code: services and what they call
      fail(e);
      return;
    }
    if (made.atClose() != null && !answer.isDone()) {
      poller = made.poller();
      edge.waiting().add(this);
      if (edge.gate().draining()) {
        end();
      }
    }
    var ignored =
        answer.whenComplete((value, fault) ->
            runOnLoop(() -> {
              if (fault == null) {
                settle(value);
              } else {
                fail(fault);
              }
            }));
  }

  private void settle(Answer answer) {
    if (settled) {
      return;
    }
    settled = true;
    switch (answer) {
      case Answer.Json(int status, Object value) -> json(status, value);
      case Answer.Text(String text) -> send(200, TEXT, Buffer.buffer(text));
      case Answer.Ready(int status, String type, Buffer bytes) -> send(status, type, bytes);
      case Answer.Empty(int status) -> send(status, null, null);
    }
  }

  private void json(int status, Object value) {
    Buffer small;
    try {
      small = Edge.small(value);
    } catch (RuntimeException e) { // foreign code: values may hold anything
      failInstead(e);
      return;
    }
    if (small == null) {
      Thread.ofVirtual().name("long answer").start(() -> longJson(status, value));
    } else {
      send(status, JSON, small);
    }
  }

  private void longJson(int status, Object value) {
    try {
      Buffer large = Edge.large(value);
      runOnLoop(() -> send(status, JSON, large));
    } catch (RuntimeException e) { // foreign code: values may hold anything
      runOnLoop(() -> failInstead(e));
    }
  }

  /** There was an answer, but it could not be written. */
  private void failInstead(RuntimeException fault) {
    settled = finished;
    fail(fault);
  }

  private void notAllowed(List<String> methods) {
    String allow = String.join(", ", methods) + (methods.contains("GET") ? ", HEAD" : "");
    if (request.method().equals(HttpMethod.OPTIONS)) {
      response.putHeader(HttpHeaders.ALLOW, allow + ", OPTIONS");
      settle(new Answer.Empty(204));
    } else {
      String text = "Request method '" + request.method() + "' is not supported";
      fail(new Refusal(405, text, Map.of("Allow", allow + ", OPTIONS")));
    }
  }

  private void fail(Throwable fault) {
    if (settled) {
      return;
    }
    settled = true;
    var problem = edge.problems().of(fault, route == null ? "no route" : route.toString());
    problem.headers().forEach(response::putHeader);
    Buffer body = Edge.small(problem.body());
    send(problem.status(), JSON, body == null ? Buffer.buffer() : body);
  }

  private void send(int status, @Nullable CharSequence type, @Nullable Buffer body) {
    if (finished) {
      // The client went away while a long answer was being written.
      return;
    }
    response.setStatusCode(status).putHeader(MILLRACE, VERSION);
    if (type != null) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, type);
    }
    List<String> headers = call == null ? List.of() : call.headers();
    for (int i = 0; i < headers.size(); i += 2) {
      response.putHeader(headers.get(i), headers.get(i + 1));
    }
    if (edge.gate().draining()) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Future<Void> sent = end(body);
    if (call != null && call.atClose() != null) {
      sent.onFailure(ignored -> giveUp());
    }
    finish(status);
  }

  private Future<Void> end(@Nullable Buffer body) {
    if (body == null) {
      return response.end();
    }
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
      return response.end();
    }
    return response.end(body);
  }

  /** The connection was closed before the answer. */
  private void gone() {
    if (!finished) {
      settled = true;
      giveUp();
      finish(499);
    }
  }

  private void giveUp() {
    if (call != null) {
      call.giveUp();
    }
  }

  private void finish(int status) {
    if (finished) {
      return;
    }
    finished = true;
    edge.waiting().remove(this);
    edge.gate().release(held);
    if (admitted && route != null) {
      edge.gate().leave(route);
    }
    edge.metrics().answered(route, status, System.nanoTime() - began);
  }
}
