package dev.millrace.worker;

import dev.millrace.client.Task;
import dev.millrace.client.WireJson;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;

/** Where the value of a method's parameter comes from. Immutable. */
sealed interface Argument {

  @Nullable Object of(Task task, TaskContext context);

  /** The task itself. */
  record WholeTask() implements Argument {
    @Override
    public Object of(Task task, TaskContext context) {
      return task;
    }
  }

  /** The task's context. */
  record Context() implements Argument {
    @Override
    public Object of(Task task, TaskContext context) {
      return context;
    }
  }

  /** All of the input, as it is. */
  record InputMap() implements Argument {
    @Override
    public Object of(Task task, TaskContext context) {
      return task.inputData();
    }
  }

  /** All of the input, as a record. */
  record InputRecord(JavaType type) implements Argument {
    @Override
    public @Nullable Object of(Task task, TaskContext context) {
      return converted(task.inputData(), type, "The input");
    }
  }

  /** One field of the input. */
  record Field(String name, JavaType type) implements Argument {
    @Override
    public @Nullable Object of(Task task, TaskContext context) {
      Object value = task.inputData().get(name);
      if (value == null && type.isPrimitive()) {
        throw new UnusableInputException(
            "The input '" + name + "' is missing, and its worker needs a " + type.getRawClass());
      }
      return value == null ? null : converted(value, type, "The input '" + name + "'");
    }
  }

  static Argument of(Method method, Parameter parameter) {
    InputParam field = parameter.getAnnotation(InputParam.class);
    JavaType type =
        WireJson.mapper().getTypeFactory().constructType(parameter.getParameterizedType());
    Class<?> raw = parameter.getType();
    if (field != null) {
      return new Field(field.value(), type);
    } else if (raw == Task.class) {
      return new WholeTask();
    } else if (raw == TaskContext.class) {
      return new Context();
    } else if (raw == Map.class) {
      return new InputMap();
    } else if (raw.isRecord()) {
      return new InputRecord(type);
    }
    throw new IllegalArgumentException(
        "%s of %s has no meaning: it needs @InputParam, or is a Task, TaskContext, Map or record"
            .formatted(parameter, method));
  }

  private static @Nullable Object converted(Object value, JavaType type, String what) {
    try {
      return WireJson.mapper().convertValue(value, type);
    } catch (JacksonException e) {
      throw new UnusableInputException(
          what + " is no " + type.toCanonical() + ": " + e.getOriginalMessage());
    }
  }
}
