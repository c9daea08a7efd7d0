package dev.millrace.plan.op;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.plan.registry.Lifecycle;
import dev.millrace.rows.Column;
import dev.millrace.rows.RowSet;

/** {@code core::sort}: the rows in the order of a key; nulls come last either way. Stable. */
public final class SortOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("core::sort", 1)
          .withParam(OpParam.key("by").withRequired().withDoc("The key to sort by."))
          .withParam(OpParam.string("order").withDefault("asc").withDoc("asc or desc."))
          .withParam(SharedParams.TRACE)
          .withContract(OutputContract.PERMUTATION_OF_INPUT)
          .withDoc("Stable sort; nulls last for asc and desc.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    KeySpec key = setup.key("by");
    ensureSortable(key);
    boolean descending =
        switch (setup.string("order")) {
          case "asc" -> false;
          case "desc" -> true;
          default ->
              throw new BadParamException(
                  "order",
                  "sort: 'order' must be 'asc' or 'desc' if provided, got '%s'"
                      .formatted(setup.string("order")));
        };
    int limit = setup.limit().orElse(Integer.MAX_VALUE);
    return (NodeCode.Sync) input -> sorted(input.rows(), key, descending, limit);
  }

  private static void ensureSortable(KeySpec key) {
    if (!key.allowRead()) {
      throw bad(key, "is not readable");
    }
    if (key.lifecycle() == Lifecycle.BLOCKED) {
      throw bad(key, "is blocked");
    }
    if (key.type() == KeySpec.Type.FEATURE_BUNDLE) {
      throw bad(key, "is not sortable");
    }
  }

  private static BadParamException bad(KeySpec key, String reason) {
    return new BadParamException("by", "sort: key '%s' %s".formatted(key.name(), reason));
  }

  private static RowSet sorted(RowSet rows, KeySpec key, boolean descending, int limit) {
    Column column = rows.batch().column(key.id());
    if (column == null) {
      throw new OpException(
          OpException.Kind.DATA, "sort: column for key '%s' not found".formatted(key.name()));
    }
    return rows.sortedBy(column, descending, limit);
  }
}
