package dev.millrace.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A plan as the document has it, as far as it could be read.
 *
 * @param name null if it is missing or wrong
 * @param outputs each null that is no string
 * @param exprs the table of expressions; null if there is none
 * @param preds the table of predicates; null if there is none
 */
record PlanDraft(
    @Nullable String name,
    List<NodeDraft> nodes,
    List<@Nullable String> outputs,
    @Nullable JsonNode exprs,
    @Nullable JsonNode preds,
    @Nullable JsonNode capabilities,
    @Nullable JsonNode extensions) {}
