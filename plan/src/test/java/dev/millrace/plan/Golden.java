package dev.millrace.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the reference engine answered, and the plans that it was asked about. */
final class Golden {
  private Golden() {}

  /**
   * One case.
   *
   * @param plan the file's path, null if there is no plan
   * @param refused whether this project refuses it, at load or later
   */
  record Case(
      String name,
      @Nullable String plan,
      List<String> args,
      String request,
      boolean refused,
      String stdout,
      String stderr) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    return new String(bytes("cases.jsonl"), UTF_8)
        .lines()
        .map(line -> of(JsonMapper.shared().readTree(line)))
        .toList();
  }

  private static Case of(JsonNode node) {
    JsonNode ours = node.path("ours");
    return new Case(
        node.path("name").stringValue(),
        node.path("plan").isString() ? node.path("plan").stringValue() : null,
        node.path("args").valueStream().map(JsonNode::stringValue).toList(),
        node.path("request").stringValue(),
        ours.path("exit_code").asInt(node.path("exit_code").intValue()) != 0,
        ours.path("stdout").asString(node.path("stdout").stringValue()),
        node.path("stderr").stringValue());
  }

  static byte[] bytes(String path) {
    try (InputStream in = Golden.class.getResourceAsStream("golden/" + path)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
