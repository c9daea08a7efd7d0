package dev.millrace.server.http;

import java.util.concurrent.CompletableFuture;

/**
 * Ends the polls of a worker that wait here, so that it can close at once: each is answered with
 * nothing, and what was just being handed out to it goes back. An operation of ours.
 */
final class EndPollsRoute {

  private static final Param.Text WORKER = Param.needed("workerid");

  private EndPollsRoute() {}

  static Route of(Waiting waiting) {
    return Route.post("/api/tasks/polls/end")
        .load(Load.UPDATE)
        .query(WORKER)
        .json(
            Integer.class,
            call -> CompletableFuture.completedFuture(waiting.endPolls(call.needed(WORKER))));
  }
}
