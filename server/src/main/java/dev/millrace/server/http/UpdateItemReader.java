package dev.millrace.server.http;

import static java.util.Objects.requireNonNull;

import dev.millrace.client.TaskResult;
import dev.millrace.client.TaskUpdate;
import dev.millrace.client.WireJson;
import dev.millrace.server.ServiceException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads many updates, so that one with a wrong value in it does not spoil the others. What is no
 * JSON at all spoils them: nobody knows where the next one begins. Thread-safe.
 */
final class UpdateItemReader extends ValueDeserializer<UpdateItem.Many> {

  /** How many may come together. */
  static final int MOST = 100;

  static final Shape<UpdateItem.Many> SHAPE =
      new Shape<>(
          new TypeReference<List<TaskUpdate>>() {}.getType(),
          WireJson.mapper()
              .rebuild()
              .addModule(
                  new SimpleModule().addDeserializer(UpdateItem.Many.class, new UpdateItemReader()))
              .build()
              .readerFor(UpdateItem.Many.class),
          null,
          (many, violations) -> {});

  // Found once: to look for them with each value costs more than to read it. Set by resolve.
  private @Nullable ValueDeserializer<Object> results;
  private @Nullable ValueDeserializer<Object> numbers;
  private @Nullable ValueDeserializer<Object> flags;

  @Override
  public void resolve(DeserializationContext context) {
    results = context.findRootValueDeserializer(context.constructType(TaskResult.class));
    numbers = context.findRootValueDeserializer(context.constructType(Integer.class));
    flags = context.findRootValueDeserializer(context.constructType(Boolean.class));
  }

  @Override
  public UpdateItem.Many deserialize(JsonParser in, DeserializationContext context) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      throw Violations.one("body", "must be a list", null);
    }
    List<UpdateItem> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (items.size() == MOST) {
        throw Violations.one("body", "must not list more than " + MOST, null);
      }
      items.add(item(in, context));
    }
    return new UpdateItem.Many(items);
  }

  private UpdateItem item(JsonParser in, DeserializationContext context) {
    int depth = in.streamReadContext().getNestingDepth();
    if (in.currentToken() != JsonToken.START_OBJECT) {
      in.skipChildren();
      return new UpdateItem.Bad(Violations.one("body", "must be an object", null));
    }
    try {
      return new UpdateItem.Good(checked(fields(in, context)));
    } catch (DatabindException | InputCoercionException e) {
      while (in.streamReadContext().getNestingDepth() >= depth) {
        in.nextToken();
      }
      return new UpdateItem.Bad(JsonFaults.explained(e));
    } catch (ServiceException e) {
      return new UpdateItem.Bad(e);
    }
  }

  private Draft fields(JsonParser in, DeserializationContext context) {
    var draft = new Draft();
    for (String name = in.nextName(); name != null; name = in.nextName()) {
      in.nextToken();
      switch (name) {
        case "lease" -> draft.lease = (Integer) value(in, context, numbers);
        case "count" -> draft.count = (Integer) value(in, context, numbers);
        case "definitions" -> draft.definitions = (Boolean) value(in, context, flags);
        case "result" -> draft.result = (TaskResult) value(in, context, results);
        default -> in.skipChildren();
      }
    }
    return draft;
  }

  private static @Nullable Object value(
      JsonParser in, DeserializationContext context, @Nullable ValueDeserializer<Object> reader) {
    return in.currentToken() == JsonToken.VALUE_NULL
        ? null
        : requireNonNull(reader).deserialize(in, context);
  }

  private static TaskUpdate checked(Draft draft) {
    var violations = new Violations();
    notNegative(draft.lease, "lease", violations);
    notNegative(draft.count, "count", violations);
    TaskResult result = draft.result;
    if (result == null) {
      throw Violations.one("result", "must not be null", null);
    }
    WireChecks.result(result, violations);
    violations.throwIfAny();
    return new TaskUpdate(
        draft.lease, draft.count == null ? 0 : draft.count, draft.definitions, result);
  }

  private static void notNegative(@Nullable Integer value, String path, Violations violations) {
    if (value != null && value < 0) {
      violations.add(path, "must not be negative", value);
    }
  }

  /** What was read so far. */
  private static final class Draft {
    @Nullable Integer lease;
    @Nullable Integer count;
    @Nullable Boolean definitions;
    @Nullable TaskResult result;
  }
}
