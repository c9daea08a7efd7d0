package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.task.Outcome;
import dev.millrace.task.ScheduleOptions;
import dev.millrace.task.SchedulerFixture;
import dev.millrace.task.Task;
import dev.millrace.task.TaskGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of errors that cannot be the outcome of the run. */
class LiveGroupsTest {
  private final SchedulerFixture fixture = SchedulerFixture.Kind.WORKERS_4.open();
  private final FaultLog log = new FaultLog(new CopyOnWriteArrayList<>());
  private final LiveGroups groups =
      new LiveGroups(fixture.scheduler(), ScheduleOptions.DEFAULT, log);
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final Exception boom = new Exception("boom");

  @AfterEach
  void closeScheduler() {
    fixture.close();
  }

  @Test
  void anErrorAfterACancelWithoutCauseIsLogged() throws Exception {
    LiveGroups.Live group = groups.launch(failingOnceCancelled());
    begun.join();
    groups.cancel(null);
    assertThat(fixture.await(group.ended())).isInstanceOf(Outcome.Cancelled.class);
    assertThat(groups.outcome()).isEqualTo(new Outcome.Cancelled(null));
    assertThat(log.faults()).containsExactly("boom");
  }

  @Test
  void anErrorOfADismissedGroupIsLoggedAndDoesNotEndTheRun() throws Exception {
    LiveGroups.Live group = groups.launch(failingOnceCancelled());
    begun.join();
    groups.dismiss(group);
    assertThat(fixture.await(group.ended())).isInstanceOf(Outcome.Cancelled.class);
    assertThat(groups.isOver()).isFalse();
    assertThat(log.faults()).containsExactly("boom");
  }

  @Test
  void cancellingARunThatIsOverChangesNothing() {
    groups.end(new Outcome.Failed(boom));
    groups.cancel(new Exception("too late"));
    assertThat(groups.outcome()).isEqualTo(new Outcome.Failed(boom));
    assertThat(boom).hasNoSuppressedExceptions();
    assertThat(log.faults()).isEmpty();
  }

  @Test
  void theFirstErrorCarriesTheLaterOnesOnce() {
    var later = new Exception("later");
    groups.end(new Outcome.Failed(boom));
    groups.end(new Outcome.Failed(boom));
    groups.end(new Outcome.Failed(later));
    assertThat(groups.outcome()).isEqualTo(new Outcome.Failed(boom));
    assertThat(boom.getSuppressed()).containsExactly(later);
  }

  private TaskGroup failingOnceCancelled() {
    return TaskGroup.of(
        Task.of(
            "failing",
            (context, _) -> {
              begun.complete(null);
              while (!context.cancelToken().isCancelled()) {
                Thread.onSpinWait();
              }
              throw boom;
            }),
        1);
  }
}
