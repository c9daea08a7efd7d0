package dev.millrace.worker;

import dev.millrace.client.WireJson;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/** Finds an object's methods with {@link WorkerTask} and makes workers of them. */
final class AnnotatedMethods {

  private static final TypeReference<LinkedHashMap<String, @Nullable Object>> MAP =
      new TypeReference<>() {};

  private AnnotatedMethods() {}

  /**
   * The workers of an object, in the order of its classes' methods.
   *
   * @throws IllegalArgumentException if there is none, or a parameter has no meaning
   */
  static List<WorkerSpec> of(Object object, WorkerSettings defaults) {
    List<WorkerSpec> specs = new ArrayList<>();
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Method method : type.getDeclaredMethods()) {
        WorkerTask annotation = method.getAnnotation(WorkerTask.class);
        if (annotation != null && !method.isBridge()) {
          WorkerSettings settings = settings(annotation, defaults);
          specs.add(new WorkerSpec(annotation.value(), settings, handler(object, method)));
        }
      }
    }
    if (specs.isEmpty()) {
      throw new IllegalArgumentException(
          object.getClass().getName() + " has no method with @WorkerTask");
    }
    return specs;
  }

  private static WorkerSettings settings(WorkerTask annotation, WorkerSettings defaults) {
    WorkerSettings settings =
        annotation.domain().isEmpty() ? defaults : defaults.withDomain(annotation.domain());
    return annotation.threadCount() == 0
        ? settings
        : settings.withThreadCount(annotation.threadCount());
  }

  private static TaskHandler handler(Object object, Method method) {
    ensureAccessible(method);
    List<Argument> arguments =
        Arrays.stream(method.getParameters())
            .map(parameter -> Argument.of(method, parameter))
            .toList();
    Object target = Modifier.isStatic(method.getModifiers()) ? null : object;
    return (task, context) -> {
      @Nullable Object[] values = new @Nullable Object[arguments.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments.get(i).of(task, context);
      }
      return result(invoke(method, target, values));
    };
  }

  private static @Nullable Object invoke(
      Method method, @Nullable Object target, @Nullable Object[] values) throws Exception {
    try {
      return method.invoke(target, values);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception exception -> throw exception;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    }
  }

  private static WorkResult result(@Nullable Object returned) {
    return switch (returned) {
      case null -> WorkResult.completed();
      case WorkResult result -> result;
      case Map<?, ?> map -> WorkResult.completed(named(map));
      case Record record -> WorkResult.completed(WireJson.mapper().convertValue(record, MAP));
      default -> WorkResult.completed(Map.of("result", returned));
    };
  }

  private static Map<String, @Nullable Object> named(Map<?, ?> map) {
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    map.forEach((key, value) -> named.put(String.valueOf(key), value));
    return named;
  }

  private static void ensureAccessible(Method method) {
    try {
      method.setAccessible(true);
    } catch (InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          method + " cannot be called: open its package to dev.millrace.worker", e);
    }
  }
}
