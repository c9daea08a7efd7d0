package dev.millrace.server.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as a route's code sees it. Used by one thread at a time: the event loop or the virtual
 * thread that read the body, then whoever completes the answer.
 */
final class Call {

  private final Route route;
  private final List<String> pathValues;
  private final Query query;
  private final @Nullable Object body;
  private final List<String> headers = new ArrayList<>(0);

  // What to do if the client goes away, and what to answer if the server does.
  private @Nullable Runnable giveUp;
  private @Nullable Answer atClose;
  private @Nullable String poller;

  Call(Route route, List<String> pathValues, Query query, @Nullable Object body) {
    this.route = route;
    this.pathValues = pathValues;
    this.query = query;
    this.body = body;
  }

  String path(String name) {
    return pathValues.get(route.parameters().indexOf(name));
  }

  <T> T body(Shape<T> shape) {
    if (route.body() != shape || body == null) {
      throw new IllegalStateException(route + " has another body");
    }
    @SuppressWarnings("unchecked") // it was read with this shape
    T value = (T) body;
    return value;
  }

  @Nullable String text(Param.Text param) {
    return query.first(param.name());
  }

  String needed(Param.Text param) {
    String value = query.first(param.name());
    if (value == null) {
      throw Violations.one(param.name(), "must be given", null);
    }
    return value;
  }

  List<String> texts(Param.Text param) {
    return query.all(param.name());
  }

  boolean flag(Param.Flag param) {
    String value = query.first(param.name());
    if (value == null) {
      return param.otherwise();
    }
    return switch (value) {
      case "true", "1", "yes", "on", "True" -> true;
      case "false", "0", "no", "off", "False" -> false;
      default -> throw Violations.one(param.name(), "must be true or false", value);
    };
  }

  long number(Param.Whole param) {
    Long value = optional(param);
    if (value == null) {
      throw Violations.one(param.name(), "must be given", null);
    }
    return value;
  }

  @Nullable Long optional(Param.Whole param) {
    String text = query.first(param.name());
    if (text == null) {
      return param.otherwise();
    }
    return Numbers.read(param, text);
  }

  <E extends Enum<E>> E choice(Param.Text param, Class<E> type, E otherwise) {
    String value = query.first(param.name());
    return value == null ? otherwise : Numbers.choice(param.name(), type, value);
  }

  <E extends Enum<E>> E pathChoice(String name, Class<E> type) {
    return Numbers.choice(name, type, path(name));
  }

  /** Adds a header to the answer. */
  void header(String name, String value) {
    headers.add(name);
    headers.add(value);
  }

  /** Names and values in turn. */
  List<String> headers() {
    return headers;
  }

  /** Says that the answer may take long. */
  void waiting(Runnable ifGone, Answer ifClosing) {
    giveUp = ifGone;
    atClose = ifClosing;
  }

  /** Says that the answer is a worker's, who may end it early. */
  void polledBy(@Nullable String worker) {
    poller = worker;
  }

  @Nullable String poller() {
    return poller;
  }

  /** The client is gone: whoever works on the answer is told, once. */
  void giveUp() {
    Runnable ifGone = giveUp;
    giveUp = null;
    if (ifGone != null) {
      ifGone.run();
    }
  }

  @Nullable Answer atClose() {
    return atClose;
  }
}
