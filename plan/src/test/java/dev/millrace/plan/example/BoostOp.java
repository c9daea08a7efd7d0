package dev.millrace.plan.example;

import dev.millrace.plan.op.BadParamException;
import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpException;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.op.Writes;
import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.FloatColumn;
import dev.millrace.rows.RowSet;

/** {@code acme::boost}: multiplies a column by a factor. An op that is done in one go. */
public final class BoostOp implements Op {

  private static final OpSpec SPEC =
      OpSpec.of("acme::boost", 1)
          .withParam(OpParam.key("key").withRequired().withDoc("The key to boost."))
          .withParam(OpParam.number("factor").withDefault(2.0))
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withWrites(new Writes.FromParam("key"))
          .withDoc("Multiplies the column key by factor.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    KeySpec key = setup.key("key");
    double factor = setup.number("factor");
    if (key.type() != KeySpec.Type.FLOAT) {
      throw new BadParamException("key", "boost: key '%s' is no float".formatted(key.name()));
    }
    return (NodeCode.Sync) input -> boosted(input.rows(), key, factor);
  }

  private static RowSet boosted(RowSet rows, KeySpec key, double factor) {
    if (!(rows.batch().column(key.id()) instanceof FloatColumn scores)) {
      throw new OpException(OpException.Kind.DATA, "boost: no column " + key.name());
    }
    double[] values = scores.values().clone();
    for (int position = 0; position < rows.size(); position++) {
      values[rows.row(position)] *= factor;
    }
    return rows.with(key.id(), new FloatColumn(values, scores.validity()));
  }
}
