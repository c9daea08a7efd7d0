package dev.millrace.server.http;

import dev.millrace.server.Pending;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Services that write down what they are asked and answer what a test put there, or else null or
 * nothing. Thread-safe.
 */
final class Recorded {

  /** What was asked, like {@code pause[id]}. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  private final Map<String, Function<Object[], Object>> answers = new ConcurrentHashMap<>();

  /** Answers calls of a method with a value. */
  void answer(String method, Object value) {
    Object done = CompletableFuture.completedFuture(value);
    answers.put(method, ignored -> done);
  }

  void fail(String method, Throwable fault) {
    Object failed = CompletableFuture.failedFuture(fault);
    answers.put(method, ignored -> failed);
  }

  /** Answers what the function returns, as it is. */
  void does(String method, Function<Object[], Object> code) {
    answers.put(method, code);
  }

  /** Answers what the function's future ends with. */
  void later(String method, Function<Object[], CompletableFuture<?>> code) {
    answers.put(method, code::apply);
  }

  void forget() {
    calls.clear();
    answers.clear();
  }

  <T> T service(Class<T> type) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> call(method.getName(), method.getReturnType(), args));
    return type.cast(proxy);
  }

  private Object call(String method, Class<?> returns, Object[] args) {
    Object[] given = args == null ? new Object[0] : args;
    if (!method.equals("revoked")) {
      calls.add(method + Arrays.deepToString(given));
    }
    var code = answers.get(method);
    if (code != null) {
      return code.apply(given);
    }
    if (returns == Pending.class) {
      return new Pending<>(CompletableFuture.completedFuture(List.of()), () -> {});
    }
    return returns == List.class ? List.of() : CompletableFuture.completedFuture(null);
  }
}
