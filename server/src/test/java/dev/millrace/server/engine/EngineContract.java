package dev.millrace.server.engine;

import static dev.millrace.server.engine.EngineFixture.get;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import dev.millrace.client.Workflow;
import dev.millrace.server.Pending;
import dev.millrace.server.ServiceException;
import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.Tasks.Update;
import dev.millrace.server.flow.Leases;
import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an engine does, on whatever store. */
abstract class EngineContract {

  private Store store;
  private EngineFixture engine;

  /** The same store, whenever it is asked for within one test. */
  abstract Store openStore();

  @BeforeEach
  void open() {
    store = openStore();
    engine = new EngineFixture(store);
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private void reopen() {
    close();
    open();
  }

  @Test
  void a_sequence_runs_to_its_end() {
    engine.sequence("two", "t", "u");
    var id = engine.start("two", "{\"input\":{\"x\":1},\"correlationId\":\"c\"}");

    var first = engine.await("t");
    assertThat(first.workflowInstanceId()).isEqualTo(id);
    assertThat(first.correlationId()).isEqualTo("c");
    assertThat(first.status()).isEqualTo(Task.Status.IN_PROGRESS);
    engine.complete(first, 0);
    engine.complete(engine.await("u"), 0);

    var workflow = engine.workflow(id);
    assertThat(workflow.status()).isEqualTo(Workflow.Status.COMPLETED);
    assertThat(workflow.input()).isEqualTo(Map.of("x", 1));
    assertThat(workflow.output()).isEqualTo(Map.of("of", "b"));
    assertThat(workflow.tasks()).extracting(Task::referenceTaskName).containsExactly("a", "b");
  }

  @Test
  void what_is_under_way_survives_a_restart() {
    engine.sequence("two", "t", "u");
    var id = engine.start("two");
    var first = engine.await("t");

    reopen();
    assertThat(engine.poll("t", 1)).isEmpty();
    engine.complete(first, 0);
    reopen();
    engine.complete(engine.await("u"), 0);
    reopen();

    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void an_update_brings_the_next_task_of_the_type() {
    engine.sequence("one", "t");
    for (int i = 0; i < 5; i++) {
      engine.start("one");
    }
    var task = engine.await("t");
    var seen = new HashSet<String>();
    for (int i = 0; i < 5; i++) {
      assertThat(seen.add(task.taskId())).isTrue();
      var next = engine.complete(task, 1).next();
      assertThat(next).hasSize(i < 4 ? 1 : 0);
      task = i < 4 ? next.getFirst() : task;
    }
    assertThat(engine.poll("t", 10)).isEmpty();
  }

  @Test
  void the_next_task_may_be_of_the_same_workflow() {
    engine.sequence("two", "t", "t");
    var id = engine.start("two");
    var next = engine.complete(engine.await("t"), 3).next();
    assertThat(next).extracting(Task::referenceTaskName).containsExactly("b");
    engine.complete(next.getFirst(), 3);
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void a_repeated_update_gets_the_same_answer() {
    engine.sequence("one", "t");
    for (int i = 0; i < 4; i++) {
      engine.start("one");
    }
    var task = engine.await("t");
    var first = engine.complete(task, 2);
    assertThat(first.next()).hasSize(2);
    reopen();

    var again = engine.complete(task, 2);
    assertThat(again.accepted()).isFalse();
    assertThat(again.next())
        .extracting(Task::taskId)
        .isEqualTo(first.next().stream().map(Task::taskId).toList());

    engine.complete(first.next().getFirst(), 0);
    assertThat(engine.complete(task, 2).next())
        .extracting(Task::taskId)
        .containsExactly(first.next().getLast().taskId());
    assertThat(engine.poll("t", 10)).hasSize(1);
  }

  private static Update update(Task task, int lease, int next) {
    return new Update(EngineFixture.result(task, TaskResult.Status.COMPLETED), lease, next);
  }

  private static TaskResult unknown(Task task) {
    var id = task.taskId().substring(0, task.taskId().length() - 2) + "77";
    var json =
        "{\"taskId\":\"%s\",\"workflowInstanceId\":\"%s\",\"status\":\"COMPLETED\"}"
            .formatted(id, task.workflowInstanceId());
    return EngineFixture.read(json, TaskResult.class);
  }

  @Test
  void updates_that_come_together_are_answered_each_for_itself() {
    engine.sequence("one", "t");
    engine.sequence("other", "u");
    for (int i = 0; i < 4; i++) {
      engine.start("one");
      engine.start("other");
    }
    var t = engine.poll("t", 2);
    var u = engine.await("u");
    var together =
        List.of(
            update(t.getFirst(), 1, 1),
            update(u, 1, 2),
            new Update(unknown(t.getLast()), 1, 1),
            update(t.getLast(), 9, 1),
            update(t.getLast(), 1, 0));

    var answers = engine.tasks().updateAll(together);

    assertThat(get(answers.getFirst()).next()).extracting(Task::taskType).containsExactly("t");
    assertThat(get(answers.get(1)).next()).extracting(Task::taskType).containsExactly("u", "u");
    assertThatThrownBy(() -> get(answers.get(2)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("00000077");
    assertThat(get(answers.get(3)).accepted()).as("another has the lease").isFalse();
    assertThat(get(answers.get(4)).accepted()).isTrue();
    assertThat(get(answers.get(4)).next()).isEmpty();

    var again = engine.tasks().updateAll(together.subList(0, 2));
    assertThat(get(again.getLast()).accepted()).isFalse();
    for (int i = 0; i < again.size(); i++) {
      assertThat(get(again.get(i)).next())
          .extracting(Task::taskId)
          .isEqualTo(get(answers.get(i)).next().stream().map(Task::taskId).toList());
    }
  }

  @Test
  void a_poll_waits_for_a_task() {
    engine.sequence("one", "t");
    var pending = engine.tasks().poll(new Poll("t", null, "w", 1, 60_000));
    assertThat(engine.poll("other", 1)).isEmpty();
    assertThat(pending.answer()).isNotDone();

    var id = engine.start("one");
    assertThat(get(pending.answer())).extracting(Task::workflowInstanceId).containsExactly(id);
  }

  @Test
  void more_polls_than_a_batch_looks_at_are_all_answered() {
    engine.sequence("one", "t");
    var polls = new ArrayList<Pending<List<Task>>>();
    for (int i = 0; i < 600; i++) {
      polls.add(engine.tasks().poll(new Poll("t", null, "w" + i, 1, 60_000)));
    }
    assertThat(engine.poll("other", 1)).isEmpty();
    for (int i = 0; i < 600; i++) {
      engine.start("one");
    }
    var seen = new HashSet<String>();
    for (var poll : polls) {
      assertThat(get(poll.answer())).hasSize(1).allMatch(task -> seen.add(task.taskId()));
    }
  }

  @Test
  void polls_that_want_more_than_a_batch_hands_out_are_all_answered() {
    engine.sequence("one", "t");
    var starts = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 1_500; i++) {
      starts.add(engine.engine.workflows().start(read("{\"name\":\"one\"}")));
    }
    assertThat(starts.stream().map(EngineFixture::get)).doesNotContainNull();
    // The mill is at work while the polls come, so that they come together.
    var busy = engine.engine.workflows().start(read("{\"name\":\"one\"}"));
    var polls = new ArrayList<Pending<List<Task>>>();
    for (int i = 0; i < 3; i++) {
      polls.add(engine.tasks().poll(new Poll("t", null, "w" + i, 500, 60_000)));
    }
    assertThat(get(busy)).isNotNull();
    for (var poll : polls) {
      assertThat(get(poll.answer())).hasSize(500);
    }
  }

  private static StartWorkflowRequest read(String request) {
    return EngineFixture.read(request, StartWorkflowRequest.class);
  }

  @Test
  void a_poll_gets_what_is_there_however_short_its_time() {
    engine.sequence("one", "t");
    for (int i = 0; i < 50; i++) {
      engine.start("one");
      assertThat(get(engine.tasks().poll(new Poll("t", null, "w", 1, 1)).answer())).hasSize(1);
    }
  }

  @Test
  void a_poll_that_is_given_up_gets_nothing() {
    engine.sequence("one", "t");
    var pending = engine.tasks().poll(new Poll("t", null, "w", 1, 60_000));
    pending.giveUp().run();
    assertThat(get(pending.answer())).isEmpty();
    engine.start("one");
    assertThat(engine.await("t").pollCount()).isEqualTo(1);
  }

  @Test
  void what_an_asker_that_is_gone_was_given_is_given_back() {
    engine.sequence("one", "t");
    engine.start("one");
    var pending = engine.tasks().poll(new Poll("t", null, "w", 1, 60_000));
    assertThat(get(pending.answer())).hasSize(1);
    pending.giveUp().run();
    assertThat(engine.await("t").pollCount()).isEqualTo(2);
  }

  @Test
  void closing_answers_the_polls_that_wait() {
    var pending = engine.tasks().poll(new Poll("t", null, "w", 1, 600_000));
    assertThat(engine.poll("t", 1)).isEmpty();
    engine.close();
    assertThat(get(pending.answer())).isEmpty();
    assertThatThrownBy(() -> engine.start("x"))
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> assertThat(e.code()).isEqualTo(ServiceException.Code.UNAVAILABLE));
  }

  @Test
  void a_stale_lease_does_not_count() {
    engine.sequence("one", "t");
    var id = engine.start("one");
    var task = engine.await("t");
    engine.update(task, TaskResult.Status.IN_PROGRESS, 1, 0);
    var second = engine.await("t");
    assertThat(second.taskId()).isEqualTo(task.taskId());
    assertThat(second.pollCount()).isEqualTo(2);

    assertThat(engine.update(task, TaskResult.Status.COMPLETED, 1, 0).accepted()).isFalse();
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.RUNNING);
    assertThat(engine.update(second, TaskResult.Status.COMPLETED, 2, 0).accepted()).isTrue();
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void the_highest_priority_comes_first_and_then_the_oldest() {
    engine.sequence("one", "t");
    var low = engine.start("one");
    var high = engine.start("one", "{\"priority\":9}");
    var lowToo = engine.start("one");
    assertThat(engine.poll("t", 3))
        .extracting(Task::workflowInstanceId)
        .containsExactly(high, low, lowToo);
  }

  @Test
  void a_failed_task_is_tried_again_after_its_delay() {
    engine.taskDef("{\"name\":\"t\",\"retryCount\":1,\"retryDelaySeconds\":1}");
    engine.sequence("one", "t");
    var id = engine.start("one");
    var first = engine.await("t");
    engine.update(first, TaskResult.Status.FAILED, null, 0);
    assertThat(engine.poll("t", 1)).isEmpty();
    var second = engine.await("t");
    assertThat(second.retryCount()).isEqualTo(1);
    assertThat(second.retriedTaskId()).isEqualTo(first.taskId());
    engine.complete(second, 0);
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void a_task_whose_worker_is_silent_is_handed_out_again() {
    engine.taskDef(
        "{\"name\":\"t\",\"retryCount\":1,\"retryDelaySeconds\":0,\"responseTimeoutSeconds\":1,\"timeoutSeconds\":60}");
    engine.sequence("one", "t");
    engine.start("one");
    var first = engine.await("t");
    var second = engine.await("t");
    assertThat(second.retriedTaskId()).isEqualTo(first.taskId());
    assertThat(engine.complete(first, 0).accepted()).isFalse();
  }

  @Test
  void no_more_tasks_are_handed_out_than_may_run_at_once() {
    engine.taskDef("{\"name\":\"t\",\"concurrentExecLimit\":2}");
    engine.sequence("one", "t");
    for (int i = 0; i < 4; i++) {
      engine.start("one");
    }
    var first = engine.poll("t", 10);
    assertThat(first).hasSize(2);
    var pending = engine.tasks().poll(new Poll("t", null, "w", 10, 60_000));
    assertThat(engine.poll("t", 10)).isEmpty();

    engine.complete(first.getFirst(), 0);
    assertThat(get(pending.answer())).hasSize(1);
  }

  @Test
  void no_more_tasks_are_handed_out_in_a_window_than_the_rate_allows() {
    engine.taskDef(
        "{\"name\":\"t\",\"rateLimitPerFrequency\":2,\"rateLimitFrequencyInSeconds\":1}");
    engine.sequence("one", "t");
    for (int i = 0; i < 3; i++) {
      engine.start("one");
    }
    assertThat(engine.poll("t", 10)).hasSize(2);
    assertThat(engine.await("t").status()).isEqualTo(Task.Status.IN_PROGRESS);
  }

  @Test
  void a_key_is_used_once() {
    engine.sequence("one", "t");
    var with = "{\"idempotencyKey\":\"k\",\"idempotencyStrategy\":\"%s\"}";
    var id = engine.start("one", with.formatted("FAIL"));
    assertThat(engine.start("one", with.formatted("RETURN_EXISTING"))).isEqualTo(id);
    assertThatThrownBy(() -> engine.start("one", with.formatted("FAIL")))
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> assertThat(e.code()).isEqualTo(ServiceException.Code.CONFLICT));
  }

  @Test
  void a_sub_workflow_and_its_parent_end_together() {
    engine.sequence("child", "t");
    engine.workflowDef(
        """
        {"name":"parent","version":1,"tasks":[
          {"name":"s","taskReferenceName":"s","type":"SUB_WORKFLOW","subWorkflowParam":{"name":"child"}}]}
        """);
    var id = engine.start("parent");
    engine.complete(engine.await("t"), 0);
    var parent = engine.workflow(id);
    assertThat(parent.status()).isEqualTo(Workflow.Status.COMPLETED);
    var child = engine.workflow(parent.tasks().getFirst().subWorkflowId());
    assertThat(child.parentWorkflowId()).isEqualTo(id);
    assertThat(child.status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void workflows_that_start_each_other_without_end_are_stopped() {
    engine.workflowDef(
        """
        {"name":"again","version":1,"tasks":[
          {"name":"s","taskReferenceName":"s","type":"SUB_WORKFLOW","subWorkflowParam":{"name":"again"}}]}
        """);
    var id = engine.start("again");
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.FAILED);
  }

  @Test
  void a_worker_hears_of_tasks_that_ended_without_it() {
    engine.sequence("one", "t");
    var id = engine.start("one");
    var task = engine.await("t");
    get(engine.engine.workflows().terminate(id, "enough"));
    assertThat(engine.tasks().revoked("w")).containsExactly(task.taskId());
    assertThat(engine.tasks().revoked("w")).isEmpty();
  }

  @Test
  void a_signal_is_not_answered_with_where_the_workflow_stood_before_it() {
    int signals = 30;
    var tasks =
        IntStream.rangeClosed(0, signals)
            .mapToObj(i -> "{'name':'w','taskReferenceName':'%d','type':'WAIT'}".formatted(i))
            .collect(joining(",", "[", "]"))
            .replace('\'', '"');
    engine.workflowDef("{\"name\":\"gates\",\"version\":1,\"tasks\":%s}".formatted(tasks));
    var id = engine.start("gates");
    for (int i = 1; i < signals; i += 2) {
      // The change that the first brings is told to whoever watches, also to the second.
      var _ = get(engine.tasks().signal(id, Task.Status.COMPLETED, Map.of()));
      var answer =
          engine
              .tasks()
              .signalAndWait(
                  id,
                  Task.Status.COMPLETED,
                  Map.of(),
                  SignalResponse.ReturnStrategy.BLOCKING_TASK,
                  30_000);
      assertThat(get(answer).referenceTaskName()).isEqualTo(Integer.toString(i + 1));
    }
  }

  @Test
  void the_servers_own_tasks_are_done_by_the_server() {
    close();
    store = openStore();
    engine =
        new EngineFixture(
            store,
            Map.of(
                "HTTP",
                input ->
                    CompletableFuture.completedFuture(
                        TaskReport.of(TaskReport.Status.COMPLETED, Map.of("got", input)))));
    engine.workflowDef(
        """
        {"name":"web","version":1,"tasks":[
          {"name":"h","taskReferenceName":"h","type":"HTTP","inputParameters":{"http_request":{"uri":"x"}}},
          {"name":"t","taskReferenceName":"t","type":"SIMPLE"}]}
        """);
    engine.start("web");
    assertThat(engine.await("t").referenceTaskName()).isEqualTo("t");
  }

  @Test
  void the_servers_own_tasks_are_done_again_once_nobody_renews_their_lease() throws Exception {
    close();
    store = openStore();
    var now = new AtomicLong(1_800_000_000_000L);
    var begun = new LinkedBlockingQueue<String>();
    OwnTask never =
        input -> {
          begun.add(input.toString());
          return new CompletableFuture<>();
        };
    var hasty = EngineSettings.defaults().withCloseTimeout(Duration.ZERO);
    engine = new EngineFixture(store, Map.of("HTTP", never), hasty, now::get);
    engine.workflowDef(
        """
        {"name":"web","version":1,"tasks":[
          {"name":"h","taskReferenceName":"h","type":"HTTP","inputParameters":{"http_request":{"uri":"x"}}}]}
        """);
    var id = engine.start("web");
    assertThat(begun.poll(60, TimeUnit.SECONDS)).isNotNull();

    for (int i = 0; i < 3; i++) {
      now.addAndGet(1_000 * Leases.OWN_SECONDS - 1);
      get(engine.engine.ownTasks().renew());
    }
    assertThat(engine.workflow(id).tasks()).extracting(Task::pollCount).containsExactly(1);
    assertThat(begun).isEmpty();

    now.addAndGet(1_000 * Leases.OWN_SECONDS);
    assertThat(engine.poll("nothing_of_it", 1)).isEmpty();
    assertThat(begun.poll(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(engine.workflow(id).tasks()).extracting(Task::pollCount).containsExactly(2);
  }

  @Test
  void an_error_in_one_request_is_its_own_and_the_others_go_on() {
    engine.close();
    store.close();
    store = openStore();
    engine = new EngineFixture(store, Map.of(), (_, _, _, _) -> {});
    engine.workflowDef(
        """
        {"name":"deep","version":1,"tasks":[{"name":"i","taskReferenceName":"i","type":"INLINE",
          "inputParameters":{"evaluatorType":"javascript","expression":"overflow"}}]}
        """);
    engine.sequence("flat", "t");

    assertThatThrownBy(() -> engine.start("deep"))
        .hasStackTraceContaining(StackOverflowError.class.getName());

    var id = engine.start("flat");
    engine.complete(engine.await("t"), 0);
    assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
  }

  @Test
  void many_requests_at_once_lose_nothing() {
    engine.sequence("two", "t", "t");
    var started = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 500; i++) {
      started.add(
          engine
              .engine
              .workflows()
              .start(
                  EngineFixture.read(
                      "{\"name\":\"two\"}", dev.millrace.client.StartWorkflowRequest.class)));
    }
    var ids = started.stream().map(EngineFixture::get).toList();
    var done = new HashSet<String>();
    List<Task> mine = engine.poll("t", 100);
    while (!mine.isEmpty()) {
      var updates =
          mine.stream()
              .map(task -> {
                assertThat(done.add(task.taskId())).isTrue();
                return engine
                    .tasks()
                    .update(EngineFixture.result(task, TaskResult.Status.COMPLETED), null, 1);
              })
              .toList();
      mine = updates.stream().flatMap(update -> get(update).next().stream()).toList();
    }
    assertThat(done).hasSize(1000);
    for (var id : ids) {
      assertThat(engine.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
    }
  }
}
