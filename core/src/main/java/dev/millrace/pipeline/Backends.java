package dev.millrace.pipeline;

import dev.millrace.task.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The groups that run beside a sink or a level. Only for the driver of an {@link Agenda}. */
final class Backends {
  private final LiveGroups groups;
  private final List<LiveGroups.Live> running = new ArrayList<>();

  Backends(LiveGroups groups) {
    this.groups = groups;
  }

  CompletableFuture<?> start(Optional<TaskGroup> backend) {
    backend.map(groups::launch).ifPresent(running::add);
    return Agenda.DONE;
  }

  /**
   * Asks the backends to finish; completes when they have ended.
   *
   * @param cutShort nobody takes what they still have: those that cannot be asked are cancelled, as
   *     they may wait for ever for somebody to take it
   */
  CompletableFuture<?> finish(boolean cutShort) {
    for (LiveGroups.Live backend : running) {
      if (cutShort && backend.group().notifyFinish() == null) {
        groups.dismiss(backend);
      } else {
        backend.handle().requestFinish();
      }
    }
    return CompletableFuture.allOf(
        running.stream().map(LiveGroups.Live::ended).toArray(CompletableFuture<?>[]::new));
  }
}
