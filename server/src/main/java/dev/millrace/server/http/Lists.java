package dev.millrace.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Lists in requests, which have a bound.
 *
 * @param most how many may be in a list
 */
record Lists(int most) {

  <T> List<T> bounded(List<T> list) {
    if (list.size() > most) {
      throw Violations.one("body", "must not list more than " + most, list.size());
    }
    return list;
  }

  /** Asks once for each name; all at the same time, the answers in the order of the names. */
  static <T> CompletableFuture<Map<String, T>> each(
      List<String> names, Function<String, CompletableFuture<T>> ask) {
    Map<String, CompletableFuture<T>> asked = new LinkedHashMap<>();
    names.forEach(name -> asked.computeIfAbsent(name, ask));
    var all = CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new));
    return all.thenApply(ignored -> {
      Map<String, T> found = new LinkedHashMap<>();
      asked.forEach((name, answer) -> found.put(name, answer.join()));
      return found;
    });
  }
}
