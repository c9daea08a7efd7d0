package dev.millrace.server.http;

import io.vertx.core.http.HttpMethod;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * One operation: where it is, what it takes and answers, what does it. Immutable.
 *
 * @param path with parameters in braces
 * @param parameters their names, in order
 * @param status of an answer with nothing in it, or 200
 * @param answer the type of what is answered; null for nothing, String for plain text
 * @param code never blocks
 */
record Route(
    HttpMethod method,
    String path,
    List<String> parameters,
    Load load,
    List<Param> query,
    @Nullable Shape<?> body,
    int status,
    @Nullable Type answer,
    Function<Call, CompletableFuture<Answer>> code) {

  @Override
  public String toString() {
    return method + " " + path;
  }

  static Spec get(String path) {
    return new Spec(HttpMethod.GET, path, Load.WORK, List.of(), null);
  }

  static Spec post(String path) {
    return new Spec(HttpMethod.POST, path, Load.WORK, List.of(), null);
  }

  static Spec put(String path) {
    return new Spec(HttpMethod.PUT, path, Load.WORK, List.of(), null);
  }

  static Spec delete(String path) {
    return new Spec(HttpMethod.DELETE, path, Load.WORK, List.of(), null);
  }

  /** A route in the making. */
  record Spec(
      HttpMethod method, String path, Load load, List<Param> query, @Nullable Shape<?> body) {

    Spec load(Load other) {
      return new Spec(method, path, other, query, body);
    }

    Spec query(Param... params) {
      return new Spec(method, path, load, List.of(params), body);
    }

    Spec body(Shape<?> shape) {
      return new Spec(method, path, load, query, shape);
    }

    /** Answers with an id or another word, not quoted. */
    Route text(Function<Call, CompletableFuture<String>> code) {
      return route(200, String.class, call -> code.apply(call).thenApply(Answer.Text::new));
    }

    <T> Route json(Class<T> type, Function<Call, CompletableFuture<T>> code) {
      return route(200, type, call -> code.apply(call).thenApply(Answer.Json::new));
    }

    <T> Route json(TypeReference<T> type, Function<Call, CompletableFuture<T>> code) {
      return route(200, type.getType(), call -> code.apply(call).thenApply(Answer.Json::new));
    }

    /** Answers with a status alone. */
    Route nothing(int status, Function<Call, CompletableFuture<?>> code) {
      Answer done = new Answer.Empty(status);
      return route(status, null, call -> code.apply(call).thenApply(ignored -> done));
    }

    /** Answers in a way of its own. */
    Route answer(@Nullable Type type, Function<Call, CompletableFuture<Answer>> code) {
      return route(200, type, code);
    }

    private List<String> parameters() {
      return Arrays.stream(path.split("/", -1))
          .filter(segment -> segment.startsWith("{"))
          .map(segment -> segment.substring(1, segment.length() - 1))
          .toList();
    }

    private Route route(
        int status, @Nullable Type type, Function<Call, CompletableFuture<Answer>> code) {
      return new Route(method, path, parameters(), load, query, body, status, type, code);
    }
  }
}
