package dev.millrace.plan.expr;

/**
 * Why an expression or a predicate is refused.
 *
 * @param path where in the tree, as fields of its JSON, to be put behind the path of the tree:
 *     {@code ""} for its root, {@code ".a.x.key_id"} for something inside
 */
public record TypeFault(String path, String reason) {}
