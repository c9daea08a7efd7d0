package dev.millrace.server.engine;

import dev.millrace.executor.MillraceExecutor;
import dev.millrace.server.flow.Event;
import dev.millrace.server.store.TaskId;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where the services hand in what they want of the mill. Thread-safe. */
final class Desk {

  private final Mill mill;
  private final Reader reader;
  private final MillraceExecutor executor;
  private final Watchers watchers;
  private final TimeOrderedIds ids;
  private final Definer definer;
  private volatile boolean closed;

  Desk(
      Mill mill,
      Reader reader,
      MillraceExecutor executor,
      Watchers watchers,
      TimeOrderedIds ids,
      Definer definer) {
    this.mill = mill;
    this.reader = reader;
    this.executor = executor;
    this.watchers = watchers;
    this.ids = ids;
    this.definer = definer;
  }

  Mill mill() {
    return mill;
  }

  Reader reader() {
    return reader;
  }

  MillraceExecutor executor() {
    return executor;
  }

  Watchers watchers() {
    return watchers;
  }

  TimeOrderedIds ids() {
    return ids;
  }

  Definer definer() {
    return definer;
  }

  /** No new work from now on. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** Sends what may be refused. */
  <T> CompletableFuture<T> sendNew(int backlog, Command command, CompletableFuture<T> done) {
    if (closed) {
      command.fail(Command.closing());
    } else if (mill.backlog() >= backlog) {
      command.fail(Engine.overloaded("requests"));
    } else {
      mill.send(command);
    }
    return done;
  }

  CompletableFuture<Command.Acted> act(UUID workflow, Event event) {
    return act(workflow, event, null, false);
  }

  CompletableFuture<Command.Acted> act(
      UUID workflow, Event event, Command.@Nullable Follow follow, boolean watched) {
    var done = new CompletableFuture<Command.Acted>();
    mill.send(new Command.Act(workflow, event, follow, watched, done));
    return done;
  }

  /** Something happens to a workflow; fails if the text is no workflow's id. */
  CompletableFuture<Command.Acted> act(String workflow, Function<UUID, Event> event) {
    var id = TaskId.parseWorkflow(workflow);
    return id == null
        ? CompletableFuture.failedFuture(Reader.noWorkflow(workflow))
        : act(id, event.apply(id));
  }
}
