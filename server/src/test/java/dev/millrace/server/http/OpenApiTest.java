package dev.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.WireJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {

  private ApiHarness http;
  private JsonNode document;

  @BeforeAll
  void start() {
    http = new ApiHarness();
    document = ApiHarness.json(http.get("/api-docs"));
  }

  @AfterAll
  void stop() {
    http.close();
  }

  /** The reference's operations, one a line, as its own description lists them. */
  private static List<String> reference() throws Exception {
    try (var in = OpenApiTest.class.getResourceAsStream("reference-operations.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void everyOperationOfTheReferenceIsThere() throws Exception {
    Set<String> ours = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .propertyNames()
                .forEach(method -> ours.add(method + " " + shape(path.getKey()))));

    var missing = new ArrayList<String>();
    for (String line : reference()) {
      String[] parts = line.split(" ", -1);
      if (!ours.contains(parts[0] + " " + shape(parts[1]))) {
        missing.add(line);
      }
    }

    assertThat(reference()).hasSizeGreaterThan(80);
    assertThat(missing).isEmpty();
  }

  /** Without the parameters' names and a slash at the end. */
  private static String shape(String path) {
    String plain = path.replaceAll("\\{[^}]*}", "{}");
    return plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
  }

  @Test
  void bodiesAndAnswersReferToRecords() {
    JsonNode update = document.get("paths").get("/api/tasks/update-v2").get("post");

    assertThat(schema(update.get("requestBody")).get("$ref").asString())
        .isEqualTo("#/components/schemas/TaskResult");
    assertThat(schema(update.get("responses").get("200")).get("$ref").asString())
        .isEqualTo("#/components/schemas/Task");
    JsonNode schemas = document.get("components").get("schemas");
    assertThat(schemas.get("Task").get("properties").get("status").get("enum").size()).isEqualTo(9);
    assertThat(
            schemas
                .get("SearchResultTask")
                .get("properties")
                .get("results")
                .get("items")
                .get("$ref"))
        .hasToString("\"#/components/schemas/Task\"");
  }

  private static JsonNode schema(JsonNode part) {
    return part.get("content").get("application/json").get("schema");
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    JsonNode schemas = document.get("components").get("schemas");

    assertThat(document.findValuesAsString("$ref"))
        .isNotEmpty()
        .allSatisfy(
            ref -> assertThat(schemas.has(ref.substring(ref.lastIndexOf('/') + 1))).isTrue());
  }

  @Test
  void operationsHaveNamesOfTheirOwn() {
    assertThat(document.findValuesAsString("operationId")).doesNotHaveDuplicates();
  }

  @Test
  void parametersShowTheirDefaults() {
    JsonNode parameters =
        document.get("paths").get("/api/tasks/poll/batch/{tasktype}").get("get").get("parameters");

    assertThat(WireJson.mapper().writeValueAsString(parameters))
        .contains(
            "\"name\":\"timeout\"", "\"default\":100", "\"name\":\"tasktype\",\"in\":\"path\"");
    assertThat(http.get("/openapi.json").body()).isEqualTo(http.get("/api-docs").body());
  }
}
