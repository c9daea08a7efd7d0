package dev.millrace.cli.rankd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the reference engine did, and where ours does otherwise on purpose.
 *
 * @param seed which data
 * @param message how the reference names the fault; empty if only ours refuses
 */
record GoldenCase(
    String name,
    String seed,
    List<String> args,
    String request,
    boolean refused,
    String stdout,
    String message) {

  /** The cases and their plans are test resources of the module that loads plans. */
  private static final Path FOLDER = Path.of("../plan/src/test/resources/dev/millrace/plan/golden");

  /**
   * Words in quotes, numbers, names of fields and what stands at the end: what a message says of
   * the fault. Not the op in front, nor one in quotes: the node says which it is.
   */
  private static final Pattern NAMED =
      Pattern.compile("'([^':]+)'|\"([^\"]+)\"|\\b([a-z]+_[a-z_]+)\\b(?!:)|\\b(\\d+)\\b|: (\\S+)$");

  /** Where ours names the key that a field has, not the field. */
  private static final Map<String, String> OTHERWISE =
      Map.of("own_vm_out_bundle", "features_esr", "own_vm_out_string", "country");

  static Stream<GoldenCase> all() throws IOException {
    return Files.readAllLines(FOLDER.resolve("cases.jsonl")).stream()
        .map(line -> of(JsonMapper.shared().readTree(line)));
  }

  private static GoldenCase of(JsonNode json) {
    JsonNode ours = json.path("ours");
    List<String> args = new ArrayList<>();
    json.path("args").forEach(arg -> args.add(arg.stringValue()));
    if (json.path("mode").stringValue().equals("async")) {
      args.add("--async_scheduler");
    }
    if (json.path("plan").isString()) {
      args.add("--plan");
      args.add(FOLDER.resolve(json.path("plan").stringValue()).toString());
    }
    boolean refused = ours.path("exit_code").asInt(json.path("exit_code").intValue()) != 0;
    String stdout = ours.path("stdout").asString(json.path("stdout").stringValue());
    boolean theirsToo = json.path("exit_code").intValue() != 0;
    return new GoldenCase(
        json.path("name").stringValue(),
        json.path("seed").stringValue(),
        args,
        json.path("request").stringValue(),
        refused,
        stdout,
        refused && theirsToo ? message(json) : "");
  }

  private static String message(JsonNode json) {
    String stdout = json.path("stdout").stringValue();
    if (!stdout.isEmpty()) {
      JsonNode answer = JsonMapper.shared().readTree(stdout);
      return answer.path("error").stringValue() + ": " + answer.path("detail").stringValue();
    }
    List<String> lines = json.path("stderr").stringValue().lines().toList();
    return lines.getLast().replaceFirst("^Error: ", "");
  }

  /** What a message of ours must name too. */
  Set<String> named() {
    if (OTHERWISE.containsKey(name)) {
      return Set.of(OTHERWISE.get(name));
    }
    if (message.startsWith("Invalid JSON")) {
      return Set.of("Invalid JSON input"); // the rest is the parser's
    }
    Set<String> words = new LinkedHashSet<>();
    Matcher matcher = NAMED.matcher(message);
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          words.add(matcher.group(group));
        }
      }
    }
    if (message.contains("cycle")) {
      words.add("cycle");
    }
    return words;
  }

  @Override
  public String toString() {
    return name;
  }
}
