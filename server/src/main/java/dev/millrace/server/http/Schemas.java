package dev.millrace.server.http;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes Java types as JSON schemas; records are described once and referred to by name. Not
 * thread-safe.
 */
final class Schemas {

  private final JsonMapper mapper;

  /** By name; what the document lists. */
  private final ObjectNode named;

  Schemas(JsonMapper mapper, ObjectNode named) {
    this.mapper = mapper;
    this.named = named;
  }

  ObjectNode of(Type type) {
    return of(type, Map.of());
  }

  private ObjectNode of(Type type, Map<TypeVariable<?>, Type> variables) {
    return switch (type) {
      case TypeVariable<?> variable -> of(variables.getOrDefault(variable, Object.class));
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], variables);
      case ParameterizedType generic -> ofGeneric(generic, variables);
      case Class<?> plain -> ofClass(plain, variables);
      default -> mapper.createObjectNode();
    };
  }

  private ObjectNode ofGeneric(ParameterizedType type, Map<TypeVariable<?>, Type> variables) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    Type last = arguments[arguments.length - 1];
    if (Collection.class.isAssignableFrom(raw)) {
      ObjectNode list = mapper.createObjectNode().put("type", "array");
      list.set("items", of(last, variables));
      return list;
    }
    if (Map.class.isAssignableFrom(raw)) {
      ObjectNode map = mapper.createObjectNode().put("type", "object");
      map.set("additionalProperties", of(last, variables));
      return map;
    }
    Map<TypeVariable<?>, Type> inner = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      inner.put(raw.getTypeParameters()[i], arguments[i]);
    }
    return record(raw, raw.getSimpleName() + ((Class<?>) last).getSimpleName(), inner);
  }

  private ObjectNode ofClass(Class<?> type, Map<TypeVariable<?>, Type> variables) {
    ObjectNode node = mapper.createObjectNode();
    if (type.isRecord()) {
      return record(type, type.getSimpleName(), variables);
    }
    if (type.isEnum()) {
      var names = node.put("type", "string").putArray("enum");
      Arrays.stream(type.getEnumConstants()).forEach(value -> names.add(value.toString()));
      return node;
    }
    if (Map.class.isAssignableFrom(type)) {
      return node.put("type", "object");
    }
    return switch (type.getSimpleName()) {
      case "String" -> node.put("type", "string");
      case "boolean", "Boolean" -> node.put("type", "boolean");
      case "int", "Integer" -> node.put("type", "integer").put("format", "int32");
      case "long", "Long" -> node.put("type", "integer").put("format", "int64");
      // Anything.
      default -> node;
    };
  }

  private ObjectNode record(Class<?> type, String name, Map<TypeVariable<?>, Type> variables) {
    if (!named.has(name)) {
      // Before its parts: they may refer to it.
      ObjectNode properties = named.putObject(name).put("type", "object").putObject("properties");
      for (RecordComponent part : type.getRecordComponents()) {
        properties.set(part.getName(), of(part.getGenericType(), variables));
      }
    }
    return mapper.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }
}
