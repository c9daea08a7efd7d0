package dev.millrace.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A node as the document has it.
 *
 * @param id null if it is missing or wrong
 * @param op null if it is missing
 * @param inputs null if they are missing or wrong
 */
record NodeDraft(
    int index,
    JsonPath path,
    @Nullable String id,
    @Nullable String op,
    @Nullable List<String> inputs,
    @Nullable JsonNode params,
    @Nullable JsonNode extensions) {}
