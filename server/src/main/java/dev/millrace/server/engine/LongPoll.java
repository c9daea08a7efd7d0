package dev.millrace.server.engine;

import dev.millrace.client.Task;
import dev.millrace.server.Pending;
import dev.millrace.task.BlockReason;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A poll as a task of the executor: sends its ticket, is Blocked until the mill answers it or its
 * time is over, and completes its future.
 */
final class LongPoll {

  private final Ticket ticket;
  private final Consumer<Command> mill;
  private final CompletableFuture<List<Task>> future = new CompletableFuture<>();

  // Belong to the task.
  private @Nullable Resumer answer;
  private @Nullable Resumer timer;

  LongPoll(Ticket ticket, Consumer<Command> mill) {
    this.ticket = ticket;
    this.mill = mill;
  }

  dev.millrace.task.Task task() {
    return dev.millrace.task.Task.of("poll " + ticket.queue(), (context, _) -> step(context));
  }

  /**
   * @param giveBack takes back tasks that nobody will get
   */
  Pending<List<Task>> pending(Consumer<List<Claimed>> giveBack) {
    return new Pending<>(
        future,
        () -> {
          if (ticket.giveUp()) {
            return;
          }
          // The mill was first: what it hands out comes, and goes back.
          var _ =
              future.whenComplete((_, _) -> {
                var claimed = ticket.answered();
                if (claimed != null && !claimed.isEmpty()) {
                  giveBack.accept(claimed);
                }
              });
        });
  }

  private TaskStatus step(TaskContext context) {
    if (answer == null && ticket.answered() == null) {
      answer = context.newResumer();
      timer = context.newTimer(Duration.ofMillis(ticket.poll().timeoutMillis()));
      ticket.onAnswer(answer);
      if (ticket.answered() != null) {
        // Given up before anybody could be told.
        answer.resume();
      }
      mill.accept(new Command.Poll(ticket));
      return TaskStatus.blocked(context.any(List.of(answer, timer)), BlockReason.REMOTE_WORKER);
    }
    if (ticket.answered() == null && !ticket.expire() && answer != null) {
      // Time is over, but the mill is about to look or to answer.
      return TaskStatus.blocked(context.single(answer), BlockReason.REMOTE_WORKER);
    }
    if (timer != null) {
      timer.resume();
    }
    Answers.complete(future, ticket);
    return TaskStatus.FINISHED;
  }
}
