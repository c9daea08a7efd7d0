package dev.millrace.server.http;

import dev.millrace.client.ErrorResponse;
import dev.millrace.client.WireJson;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Describes all routes in the form of OpenAPI 3. Not thread-safe. */
final class OpenApi {

  private static final String JSON = "application/json";

  private final JsonMapper mapper = WireJson.mapper();
  private final ObjectNode document = mapper.createObjectNode();
  private final ObjectNode paths;
  private final Schemas schemas;

  private OpenApi() {
    document.put("openapi", "3.0.3");
    document.putObject("info").put("title", "Millrace task server").put("version", "v1");
    paths = document.putObject("paths");
    schemas = new Schemas(mapper, document.putObject("components").putObject("schemas"));
  }

  /** The routes that answer the description of the given ones. */
  static List<Route> routes(List<Route> described) {
    var openApi = new OpenApi();
    described.forEach(openApi::add);
    Answer answer =
        new Answer.Ready(
            200, JSON, Buffer.buffer(openApi.mapper.writeValueAsBytes(openApi.document)));
    return List.of(route("/api-docs", answer), route("/openapi.json", answer));
  }

  private static Route route(String path, Answer answer) {
    return Route.get(path)
        .load(Load.WATCH)
        .answer(Object.class, call -> CompletableFuture.completedFuture(answer));
  }

  private void add(Route route) {
    ObjectNode path =
        paths.has(route.path())
            ? (ObjectNode) paths.get(route.path())
            : paths.putObject(route.path());
    ObjectNode operation = path.putObject(route.method().name().toLowerCase(Locale.ROOT));
    operation.put("operationId", operationId(route));
    addParameters(route, operation.putArray("parameters"));
    Shape<?> body = route.body();
    if (body != null) {
      ObjectNode required =
          operation.putObject("requestBody").put("required", body.otherwise() == null);
      content(required, body.type() == String.class ? "text/plain" : JSON, body.type());
    }
    addAnswers(route, operation.putObject("responses"));
  }

  private void addParameters(Route route, ArrayNode parameters) {
    for (String name : route.parameters()) {
      ObjectNode parameter = parameters.addObject().put("name", name).put("in", "path");
      parameter.put("required", true).putObject("schema").put("type", "string");
    }
    for (Param param : route.query()) {
      ObjectNode parameter = parameters.addObject().put("name", param.name()).put("in", "query");
      ObjectNode schema = parameter.putObject("schema");
      switch (param) {
        case Param.Text text -> {
          parameter.put("required", text.required());
          schema.put("type", "string");
        }
        case Param.Flag flag -> schema.put("type", "boolean").put("default", flag.otherwise());
        case Param.Whole whole -> {
          schema.put("type", "integer").put("format", "int64");
          schema.put("minimum", whole.least()).put("maximum", whole.most());
          Long otherwise = whole.otherwise();
          if (otherwise != null) {
            schema.put("default", otherwise);
          }
        }
      }
    }
  }

  private void addAnswers(Route route, ObjectNode responses) {
    ObjectNode done = responses.putObject(Integer.toString(route.status()));
    done.put("description", route.status() == 501 ? "Not supported" : "Done");
    Type answer = route.answer();
    if (answer != null) {
      content(done, answer == String.class ? "text/plain" : JSON, answer);
    }
    ObjectNode failed = responses.putObject("default").put("description", "Failed");
    content(failed, JSON, ErrorResponse.class);
  }

  private void content(ObjectNode parent, String type, Type schema) {
    parent.putObject("content").putObject(type).set("schema", schemas.of(schema));
  }

  /** The method and the path in camel case: unique, because the pair is. */
  private static String operationId(Route route) {
    var id = new StringBuilder(route.method().name().toLowerCase(Locale.ROOT));
    for (String word : route.path().split("[/{}.-]+", -1)) {
      if (!word.isEmpty()) {
        id.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    return id.toString();
  }
}
