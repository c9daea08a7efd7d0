package dev.millrace.server.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All routes as a tree of path segments. A segment that is written out beats a parameter; if it
 * leads nowhere, the parameter is tried. Immutable once made.
 */
final class RouteTable {

  /** What is behind a method and a path. */
  sealed interface Match {
    record Found(Route route, List<String> values) implements Match {}

    record OtherMethods(Set<String> methods) implements Match {}

    record Nothing() implements Match {}
  }

  private static final Match NOTHING = new Match.Nothing();

  private final Node root = new Node();
  private final List<Route> routes;

  RouteTable(List<Route> routes) {
    this.routes = List.copyOf(routes);
    for (Route route : routes) {
      add(route);
    }
  }

  List<Route> routes() {
    return routes;
  }

  Match find(HttpMethod method, String path) {
    int end = path.length() > 1 && path.endsWith("/") ? path.length() - 1 : path.length();
    List<String> values = new ArrayList<>(4);
    Route route = walk(root, path, 0, end, method, values);
    if (route != null) {
      return new Match.Found(route, values);
    }
    Set<String> methods = new TreeSet<>();
    collect(root, path, 0, end, methods);
    return methods.isEmpty() ? NOTHING : new Match.OtherMethods(methods);
  }

  private void add(Route route) {
    Node node = root;
    for (String segment : route.path().substring(1).split("/", -1)) {
      node = segment.startsWith("{") ? node.parameter() : node.literal(segment);
    }
    if (node.routes.putIfAbsent(route.method(), route) != null) {
      throw new IllegalArgumentException("Two routes for " + route);
    }
  }

  /** From the slash at {@code at} on; leaves the parameters' values behind if it finds a route. */
  private static @Nullable Route walk(
      Node node, String path, int at, int end, HttpMethod method, List<String> values) {
    if (at >= end) {
      return node.routes.get(method);
    }
    int next = segmentEnd(path, at + 1, end);
    String segment = path.substring(at + 1, next);
    Node literal = node.literals.get(segment);
    Route found = literal == null ? null : walk(literal, path, next, end, method, values);
    if (found != null || node.any == null || segment.isEmpty()) {
      return found;
    }
    values.add(Query.segment(segment, "path"));
    found = walk(node.any, path, next, end, method, values);
    if (found == null) {
      values.removeLast();
    }
    return found;
  }

  private static void collect(Node node, String path, int at, int end, Set<String> methods) {
    if (at >= end) {
      node.routes.keySet().forEach(method -> methods.add(method.name()));
      return;
    }
    int next = segmentEnd(path, at + 1, end);
    Node literal = node.literals.get(path.substring(at + 1, next));
    if (literal != null) {
      collect(literal, path, next, end, methods);
    }
    if (node.any != null) {
      collect(node.any, path, next, end, methods);
    }
  }

  private static int segmentEnd(String path, int from, int end) {
    int slash = path.indexOf('/', from);
    return slash < 0 || slash > end ? end : slash;
  }

  /** Written by the constructor only. */
  private static final class Node {
    final Map<String, Node> literals = new HashMap<>();
    final Map<HttpMethod, Route> routes = new HashMap<>();
    @Nullable Node any;

    Node literal(String segment) {
      return literals.computeIfAbsent(segment, ignored -> new Node());
    }

    Node parameter() {
      Node node = any == null ? new Node() : any;
      any = node;
      return node;
    }
  }
}
