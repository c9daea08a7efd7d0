package dev.millrace.server.engine;

import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.Reply;
import dev.millrace.server.flow.TaskReport;
import java.util.Iterator;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Brings signals to the first task that waits, in a workflow or below it. Thread-safe. */
final class Signals {

  private final Desk desk;

  Signals(Desk desk) {
    this.desk = desk;
  }

  /** What the workflow says to it; or, if nothing in it waits, one that it started. */
  CompletableFuture<Command.Acted> send(UUID workflow, TaskReport report, boolean watched) {
    return desk.act(workflow, new Event.Signalled(report), null, watched)
        .thenCompose(acted -> {
          if (!nothingWaits(acted)) {
            return CompletableFuture.completedFuture(acted);
          }
          return desk.reader()
              .read(view -> Standing.children(view, workflow))
              .thenCompose(children -> first(children.iterator(), report, watched, acted));
        });
  }

  private CompletableFuture<Command.Acted> first(
      Iterator<UUID> children, TaskReport report, boolean watched, Command.Acted otherwise) {
    if (!children.hasNext()) {
      return CompletableFuture.completedFuture(otherwise);
    }
    return send(children.next(), report, watched)
        .thenCompose(acted ->
            nothingWaits(acted)
                ? first(children, report, watched, otherwise)
                : CompletableFuture.completedFuture(acted));
  }

  private static boolean nothingWaits(Command.Acted acted) {
    return acted.reply() instanceof Reply.Rejected rejected
        && rejected.code() == Reply.Code.NOT_FOUND;
  }
}
