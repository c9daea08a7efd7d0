package dev.millrace.plan.example;

import dev.millrace.plan.op.NodeCode;
import dev.millrace.plan.op.NodeSetup;
import dev.millrace.plan.op.Op;
import dev.millrace.plan.op.OpException;
import dev.millrace.plan.op.OpParam;
import dev.millrace.plan.op.OpSpec;
import dev.millrace.plan.op.OutputContract;
import dev.millrace.plan.op.Writes;
import dev.millrace.rows.RowSet;
import dev.millrace.rows.StringColumnBuilder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * {@code acme::titles}: asks a service for the titles of all rows at once. An op that waits for
 * somebody else, without a thread.
 */
public final class TitlesOp implements Op {

  private static final int TITLE = 3002;

  private static final OpSpec SPEC =
      OpSpec.of("acme::titles", 1)
          .withParam(OpParam.string("language").withDefault("en"))
          .withContract(OutputContract.UNARY_PRESERVE_VIEW)
          .withWrites(Writes.keys(TITLE))
          .withCost(OpSpec.Cost.CHEAP)
          .withDoc("The title of each row.");

  @Override
  public OpSpec spec() {
    return SPEC;
  }

  @Override
  public NodeCode prepare(NodeSetup setup) {
    String language = setup.string("language");
    return (NodeCode.Async)
        (input, reply) -> {
          RowSet rows = input.rows();
          CompletableFuture<List<String>> titles = TitleService.titles(language, ids(rows));
          reply.onCancel(() -> {
            boolean _ = titles.cancel(false);
          });
          var _ =
              titles.whenComplete((found, failure) -> {
                if (failure == null) {
                  reply.complete(withTitles(rows, found));
                } else {
                  reply.fail(new OpException(OpException.Kind.IO, "titles: " + failure));
                }
              });
        };
  }

  private static List<Long> ids(RowSet rows) {
    long[] ids = rows.batch().ids().values();
    return IntStream.range(0, rows.size()).mapToObj(i -> ids[rows.row(i)]).toList();
  }

  private static RowSet withTitles(RowSet rows, List<String> titles) {
    StringColumnBuilder column = new StringColumnBuilder(rows.batch().length());
    for (int position = 0; position < rows.size(); position++) {
      column.set(rows.row(position), titles.get(position));
    }
    return rows.with(TITLE, column.build());
  }
}
