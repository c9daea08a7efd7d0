package dev.millrace.server.engine;

import dev.millrace.client.PollData;
import dev.millrace.client.SearchResult;
import dev.millrace.client.SignalResponse;
import dev.millrace.client.Task;
import dev.millrace.client.TaskExecLog;
import dev.millrace.client.TaskResult;
import dev.millrace.client.TaskSummary;
import dev.millrace.server.Pending;
import dev.millrace.server.Search;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks;
import dev.millrace.server.flow.Event;
import dev.millrace.server.flow.WireForm;
import dev.millrace.server.store.LogRow;
import dev.millrace.server.store.TaskId;
import dev.millrace.server.store.TaskQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@link Tasks} on the engine. */
final class EngineTasks implements Tasks {

  private final Desk desk;
  private final EngineSettings settings;
  private final Pollers pollers;
  private final Revoked revoked;
  private final Executions executions;
  private final Signals signals;
  private final AtomicInteger waiting = new AtomicInteger();

  EngineTasks(Desk desk, EngineSettings settings, Pollers pollers, Revoked revoked) {
    this.desk = desk;
    this.settings = settings;
    this.pollers = pollers;
    this.revoked = revoked;
    this.executions = new Executions(desk);
    this.signals = new Signals(desk);
  }

  // Polls

  @Override
  public Pending<List<Task>> poll(Poll poll) {
    var refusal = refusal();
    if (poll.count() <= 0 || refusal != null) {
      var answer = new CompletableFuture<List<Task>>();
      if (refusal == null) {
        answer.complete(List.of());
      } else {
        answer.completeExceptionally(refusal);
      }
      return new Pending<>(answer, () -> {});
    }
    var ticket = new Ticket(poll);
    var longPoll = new LongPoll(ticket, desk.mill()::send);
    var pending = longPoll.pending(this::giveBack);
    if (poll.timeoutMillis() <= 0) {
      ticket.onAnswer(
          () -> desk.executor().execute(() -> Answers.complete(pending.answer(), ticket)));
      desk.mill().send(new Command.Poll(ticket));
    } else {
      waiting.incrementAndGet();
      var _ = pending.answer().whenComplete((_, _) -> waiting.decrementAndGet());
      var _ = desk.executor().submit(longPoll.task());
    }
    return pending;
  }

  private @Nullable ServiceException refusal() {
    if (desk.isClosed()) {
      return Command.closing();
    }
    if (desk.mill().backlog() >= settings.backlog() || waiting.get() >= settings.waiting()) {
      return Engine.overloaded("polls");
    }
    return null;
  }

  private void giveBack(List<Claimed> claimed) {
    for (var each : claimed) {
      var id = Objects.requireNonNull(TaskId.parse(each.task().id()));
      var event = new Event.Returned(id.toString(), each.task().delivery().polls());
      var _ = desk.act(id.workflow(), event);
    }
  }

  // Updates

  @Override
  public CompletableFuture<Updated> update(TaskResult result, @Nullable Integer lease, int next) {
    return update(new Update(result, lease, next), desk.mill()::send);
  }

  /** They are all in the inbox before the mill has looked what came: one batch, mostly. */
  @Override
  public List<CompletableFuture<Updated>> updateAll(List<Update> updates) {
    var commands = new ArrayList<Command>(updates.size());
    var answers = updates.stream().map(each -> update(each, commands::add)).toList();
    commands.forEach(desk.mill()::send);
    return answers;
  }

  private static CompletableFuture<Updated> update(Update update, Consumer<Command> send) {
    var result = update.result();
    var id = id(result.taskId(), result.workflowInstanceId());
    if (id == null) {
      return CompletableFuture.failedFuture(noTask(result.taskId(), result.workflowInstanceId()));
    }
    if (!result.extendLease() && !result.logs().isEmpty()) {
      var lines =
          result.logs().stream()
              .map(line -> new LogRow(id, at(line), Objects.requireNonNullElse(line.log(), "")))
              .toList();
      var _ = write(lines, send);
    }
    var worker = Objects.requireNonNullElse(result.workerId(), "");
    var follow =
        update.next() > 0
                && !result.extendLease()
                && result.status() != TaskResult.Status.IN_PROGRESS
            ? new Command.Follow(id, worker, update.next())
            : null;
    var event = new Event.TaskUpdated(id.toString(), WireForm.report(result, update.lease()));
    var done = new CompletableFuture<Command.Acted>();
    send.accept(new Command.Act(id.workflow(), event, follow, false, done));
    return done.thenApply(acted -> Answers.updated(acted, id.toString()));
  }

  private static long at(TaskExecLog line) {
    return line.createdTime() == 0 ? System.currentTimeMillis() : line.createdTime();
  }

  private static @Nullable TaskId id(String taskId, String workflowId) {
    var id = TaskId.parse(taskId);
    return id != null && id.workflow().toString().equalsIgnoreCase(workflowId) ? id : null;
  }

  private static ServiceException noTask(String taskId, String workflowId) {
    return new ServiceException(
        ServiceException.Code.NOT_FOUND,
        "No such task found by id: " + taskId + " in workflow " + workflowId);
  }

  @Override
  public CompletableFuture<Updated> updateByRef(
      String workflowId,
      String ref,
      Task.Status status,
      Map<String, @Nullable Object> output,
      @Nullable String workerId) {
    var report = WireForm.report(status, output).withWorker(workerId);
    return act(workflowId, new Event.RefUpdated(ref, report));
  }

  @Override
  public CompletableFuture<Updated> updateById(
      String workflowId, String taskId, Task.Status status, Map<String, @Nullable Object> output) {
    return id(taskId, workflowId) == null
        ? CompletableFuture.failedFuture(noTask(taskId, workflowId))
        : act(workflowId, new Event.TaskUpdated(taskId, WireForm.report(status, output)));
  }

  @Override
  public CompletableFuture<Updated> signal(
      String workflowId, Task.Status status, Map<String, @Nullable Object> output) {
    var id = TaskId.parseWorkflow(workflowId);
    return id == null
        ? CompletableFuture.failedFuture(Reader.noWorkflow(workflowId))
        : signals
            .send(id, WireForm.report(status, output), false)
            .thenApply(acted -> Answers.updated(acted, workflowId));
  }

  private CompletableFuture<Updated> act(String workflowId, Event event) {
    return desk.act(workflowId, _ -> event).thenApply(acted -> Answers.updated(acted, workflowId));
  }

  @Override
  public CompletableFuture<SignalResponse> signalAndWait(
      String workflowId,
      Task.Status status,
      Map<String, @Nullable Object> output,
      SignalResponse.ReturnStrategy show,
      long timeoutMillis) {
    var id = TaskId.parseWorkflow(workflowId);
    if (id == null) {
      return CompletableFuture.failedFuture(Reader.noWorkflow(workflowId));
    }
    var report = WireForm.report(status, output);
    return executions.signal(id, report, show, timeoutMillis);
  }

  @Override
  public List<String> revoked(String workerId) {
    return revoked.take(workerId);
  }

  // Logs

  @Override
  public CompletableFuture<Void> log(String taskId, String text) {
    var id = TaskId.parse(taskId);
    if (id == null) {
      return CompletableFuture.failedFuture(
          new ServiceException(
              ServiceException.Code.NOT_FOUND, "No such task found by id: " + taskId));
    }
    return write(List.of(new LogRow(id, System.currentTimeMillis(), text)), desk.mill()::send);
  }

  private static CompletableFuture<Void> write(List<LogRow> lines, Consumer<Command> send) {
    var done = new CompletableFuture<Boolean>();
    send.accept(
        new Command.Write<>(
            tx -> {
              if (tx.task(lines.getFirst().task()) == null) {
                throw new ServiceException(
                    ServiceException.Code.NOT_FOUND,
                    "No such task found by id: " + lines.getFirst().task());
              }
              tx.log(lines);
              return true;
            },
            done));
    return done.thenAccept(_ -> {});
  }

  @Override
  public CompletableFuture<List<TaskExecLog>> logs(String taskId) {
    var id = TaskId.parse(taskId);
    return desk.reader()
        .read(view ->
            (id == null ? List.<LogRow>of() : view.tx().logs(id))
                .stream().map(line -> new TaskExecLog(line.text(), taskId, line.at())).toList());
  }

  // Looking

  @Override
  public CompletableFuture<Task> task(String taskId) {
    return desk.reader()
        .read(view -> {
          var stored = view.task(taskId);
          var workflow = Objects.requireNonNull(TaskId.parse(taskId)).workflow();
          return WireForm.task(stored.task(), view.workflow(workflow.toString()).state());
        });
  }

  @Override
  public CompletableFuture<SearchResult<TaskSummary>> search(Search search) {
    return searchWhole(search)
        .thenApply(found ->
            new SearchResult<>(
                found.totalHits(), found.results().stream().map(Summaries::of).toList()));
  }

  @Override
  public CompletableFuture<SearchResult<Task>> searchWhole(Search search) {
    return desk.reader().read(view -> new TaskFinder(view).find(SearchTerms.tasks(search)));
  }

  @Override
  public CompletableFuture<List<Task>> inProgress(String type, int start, int count) {
    var query = TaskQuery.of(Set.of(type), Set.of("IN_PROGRESS"), start, count);
    var wanted = new TaskFinder.Wanted(query, TaskTimes.ANY, TaskOrder.NONE);
    return desk.reader().read(view -> new TaskFinder(view).find(wanted).results());
  }

  @Override
  public CompletableFuture<Map<String, Long>> queueSizes() {
    return desk.reader()
        .read(view -> {
          var sizes = new TreeMap<String, Long>();
          view.tx()
              .queueSizes()
              .forEach(size -> sizes.put(size.queue(), size.ready() + size.delayed()));
          return sizes;
        });
  }

  @Override
  public CompletableFuture<List<PollData>> pollData(@Nullable String type) {
    return CompletableFuture.completedFuture(
        pollers.rows().stream()
            .filter(row -> type == null || row.type().equals(type))
            .map(row -> new PollData(row.type(), row.domain(), row.worker(), row.at()))
            .toList());
  }
}
