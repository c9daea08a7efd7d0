package dev.millrace.server.engine;

import dev.millrace.client.Task;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import dev.millrace.server.flow.Reply;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** What the mill says, as askers want it. */
final class Answers {

  private Answers() {}

  static void complete(CompletableFuture<List<Task>> future, Ticket ticket) {
    var failure = ticket.failure();
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(wire(Objects.requireNonNull(ticket.answered())));
    }
  }

  static List<Task> wire(List<Claimed> claimed) {
    return claimed.stream().map(Claimed::wire).toList();
  }

  /**
   * The answer to an update.
   *
   * @throws ServiceException if it was rejected
   */
  static Tasks.Updated updated(Command.Acted acted, String asked) {
    return switch (acted.reply()) {
      case Reply.Done(var taskId) -> new Tasks.Updated(taskId, true, wire(acted.next()));
      case Reply.Ignored _ -> new Tasks.Updated(asked, false, wire(acted.next()));
      case Reply.Rejected rejected -> throw exception(rejected);
    };
  }

  /**
   * The answer to a command that is done or not.
   *
   * @throws ServiceException if it was rejected
   */
  static void done(Command.Acted acted) {
    if (acted.reply() instanceof Reply.Rejected rejected) {
      throw exception(rejected);
    }
  }

  private static ServiceException exception(Reply.Rejected rejected) {
    var code =
        switch (rejected.code()) {
          case NOT_FOUND -> ServiceException.Code.NOT_FOUND;
          case CONFLICT -> ServiceException.Code.CONFLICT;
          case INVALID -> ServiceException.Code.INVALID;
        };
    return new ServiceException(code, rejected.message());
  }
}
