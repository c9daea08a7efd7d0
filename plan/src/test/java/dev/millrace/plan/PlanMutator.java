package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spoils plans, in ways that depend on a seed alone. Not thread-safe. */
final class PlanMutator {
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e308",
          "-1e999",
          "99999999999999999999999999",
          "\"\"",
          "\"a\"",
          "\"n0\"",
          "\"e0\"",
          "\"p0\"",
          "\"core::concat\"",
          "\"\\ud800\"",
          "[]",
          "[[]]",
          "{}",
          "{\"op\":\"key_ref\",\"key_id\":1}",
          "{\"op\":\"if\"}",
          "{\"op\":\"regex\",\"key_id\":3001,\"pattern\":{\"kind\":\"literal\",\"value\":\"(\"}}");

  private static final List<String> TEXTS =
      List.of("{", "}", "[", "]", ",", ":", "\"", "\\", "null", "1e9999", "\"a\":", "//", "\u0000");

  private static final List<String> NUMBERS =
      List.of("0", "1", "-1", "2", "7", "0.5", "1e308", "-0.0", "300", "1001", "2001", "3001");

  private final Random random;

  PlanMutator(long seed) {
    this.random = new Random(seed);
  }

  /** Bytes changed, dropped, doubled or put in: mostly no JSON any more. */
  byte[] spoilText(byte[] plan) {
    byte[] spoilt = plan;
    for (int i = 1 + random.nextInt(3); i > 0 && spoilt.length > 2; i--) {
      int at = random.nextInt(spoilt.length);
      int end = Math.min(spoilt.length, at + 1 + random.nextInt(8));
      byte[] middle =
          switch (random.nextInt(4)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> TEXTS.get(random.nextInt(TEXTS.size())).getBytes(UTF_8);
            default -> new String(spoilt, at, end - at, UTF_8).repeat(2).getBytes(UTF_8);
          };
      byte[] next = Arrays.copyOf(spoilt, at + middle.length + spoilt.length - end);
      System.arraycopy(middle, 0, next, at, middle.length);
      System.arraycopy(spoilt, end, next, at + middle.length, spoilt.length - end);
      spoilt = next;
    }
    return spoilt;
  }

  /** Values replaced, dropped, moved or doubled: JSON, and mostly no plan any more. */
  byte[] spoilTree(JsonNode plan) {
    JsonNode copy = plan.deepCopy();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      List<JsonNode> containers = new ArrayList<>();
      collect(copy, containers);
      JsonNode chosen = containers.get(random.nextInt(containers.size()));
      JsonNode value =
          random.nextBoolean()
              ? JsonMapper.shared().readTree(VALUES.get(random.nextInt(VALUES.size())))
              : containers.get(random.nextInt(containers.size())).deepCopy();
      if (chosen instanceof ObjectNode object) {
        spoil(object, value);
      } else if (chosen instanceof ArrayNode array) {
        spoil(array, value);
      }
    }
    return copy.toString().getBytes(UTF_8);
  }

  /** Numbers and what has the same name changed places: often still a plan, but no sensible one. */
  byte[] confuse(JsonNode plan) {
    JsonNode copy = plan.deepCopy();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      List<JsonNode> containers = new ArrayList<>();
      collect(copy, containers);
      containers.removeIf(container -> !(container instanceof ObjectNode) || container.isEmpty());
      ObjectNode object = (ObjectNode) containers.get(random.nextInt(containers.size()));
      List<String> names = new ArrayList<>(object.propertyNames());
      String name = names.get(random.nextInt(names.size()));
      if (!name.equals("node_id")) {
        List<JsonNode> alike = copy.findValues(name);
        JsonNode other = alike.get(random.nextInt(alike.size()));
        object.set(name, object.get(name).isNumber() ? someNumber(other) : other.deepCopy());
      }
    }
    return copy.toString().getBytes(UTF_8);
  }

  private JsonNode someNumber(JsonNode other) {
    return random.nextBoolean()
        ? other
        : JsonMapper.shared().readTree(NUMBERS.get(random.nextInt(NUMBERS.size())));
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainer()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void spoil(ObjectNode object, JsonNode value) {
    List<String> names = new ArrayList<>(object.propertyNames());
    String name = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
    switch (random.nextInt(3)) {
      case 0 -> object.set(name, value);
      case 1 -> object.remove(name);
      default -> object.set(name + (random.nextBoolean() ? "x" : "0"), value);
    }
  }

  private void spoil(ArrayNode array, JsonNode value) {
    int at = array.isEmpty() ? 0 : random.nextInt(array.size());
    switch (array.isEmpty() ? 2 : random.nextInt(4)) {
      case 0 -> array.set(at, value);
      case 1 -> array.remove(at);
      case 2 -> array.insert(at, value);
      default -> array.add(array.get(at).deepCopy());
    }
  }
}
