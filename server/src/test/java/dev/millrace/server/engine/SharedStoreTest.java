package dev.millrace.server.engine;

import static dev.millrace.server.engine.EngineFixture.get;
import static dev.millrace.server.engine.EngineFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.SignalResponse;
import dev.millrace.client.StartWorkflowRequest;
import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import dev.millrace.client.Workflow;
import dev.millrace.server.Tasks.Poll;
import dev.millrace.server.Workflows.Execution;
import dev.millrace.server.store.Store;
import dev.millrace.server.store.postgres.PostgresSettings;
import dev.millrace.server.store.postgres.PostgresStore;
import dev.millrace.server.store.postgres.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two engines on one database: whatever one does, the other knows. */
@Timeout(60)
final class SharedStoreTest {

  private static final long LONG = 120_000;

  private final PostgresSettings settings = TestDatabase.fresh();
  private final Store storeOfA = PostgresStore.open(settings);
  private final Store storeOfB = PostgresStore.open(settings);
  private EngineFixture a;
  private EngineFixture b;

  @BeforeEach
  void open() {
    a = new EngineFixture(storeOfA);
    b = new EngineFixture(storeOfB);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    storeOfA.close();
    storeOfB.close();
  }

  /** A poll that waits at an engine: another one that waits for nothing has passed behind it. */
  static CompletableFuture<List<Task>> waitingPoll(EngineFixture engine, String type) {
    var answer = engine.tasks().poll(new Poll(type, null, "w", 1, LONG)).answer();
    for (int i = 0; i < 2; i++) {
      assertThat(engine.poll("nothing_of_it", 1)).isEmpty();
    }
    return answer;
  }

  private static Execution execution(String request, String... untilRefs) {
    return new Execution(
        read(request, StartWorkflowRequest.class),
        null,
        List.of(untilRefs),
        LONG,
        SignalResponse.ReturnStrategy.TARGET_WORKFLOW);
  }

  @Test
  void noTaskIsHandedOutTwice() {
    a.sequence("two", "t", "t");
    var starts = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 200; i++) {
      var engine = i % 2 == 0 ? a : b;
      starts.add(
          engine.engine.workflows().start(read("{\"name\":\"two\"}", StartWorkflowRequest.class)));
    }
    var ids = starts.stream().map(EngineFixture::get).toList();
    var done = new HashSet<String>();
    List<Task> ofA = a.poll("t", 20);
    List<Task> ofB = b.poll("t", 20);
    while (!ofA.isEmpty() || !ofB.isEmpty()) {
      var updates = new ArrayList<CompletableFuture<List<Task>>>();
      for (var mine : List.of(ofA, ofB)) {
        for (var task : mine) {
          assertThat(done.add(task.taskId())).as("handed out once: %s", task.taskId()).isTrue();
          // To the one that did not hand it out.
          var other = mine == ofA ? b : a;
          updates.add(
              other
                  .tasks()
                  .update(EngineFixture.result(task, TaskResult.Status.COMPLETED), 1, 0)
                  .thenApply(updated -> {
                    assertThat(updated.accepted()).isTrue();
                    return List.of();
                  }));
        }
      }
      for (var update : updates) {
        assertThat(get(update)).isEmpty();
      }
      var pollOfA = a.tasks().poll(new Poll("t", null, "w", 20, 0)).answer();
      ofB = b.poll("t", 20);
      ofA = get(pollOfA);
    }
    assertThat(done).hasSize(400);
    for (var id : ids) {
      assertThat(a.workflow(id).status()).isEqualTo(Workflow.Status.COMPLETED);
    }
  }

  @Test
  void aPollIsWokenByAStartAtTheOther() {
    a.sequence("one", "t");
    var pending = waitingPoll(b, "t");
    var id = a.start("one");
    assertThat(get(pending)).extracting(Task::workflowInstanceId).containsExactly(id);
  }

  @Test
  void aPollIsWokenByADelayedTaskWhoeverSeesItsTimeCome() {
    a.taskDef("{\"name\":\"t\",\"retryCount\":9,\"retryDelaySeconds\":1}");
    a.sequence("one", "t");
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < 4; i++) {
      a.start("one");
      tasks.add(a.await("t"));
    }
    for (var task : tasks) {
      // Either engine may be the one that promotes it; only b has somebody who waits.
      a.update(task, TaskResult.Status.FAILED, null, 0);
      var again = get(waitingPoll(b, "t")).getFirst();
      assertThat(again.retriedTaskId()).isEqualTo(task.taskId());
    }
  }

  @Test
  void aPollIsWokenWhenTheOtherFreesASlot() {
    a.taskDef("{\"name\":\"t\",\"concurrentExecLimit\":1}");
    a.sequence("one", "t");
    a.start("one");
    a.start("one");
    var first = a.await("t");
    var pending = waitingPoll(b, "t");
    assertThat(pending).isNotDone();
    a.complete(first, 0);
    assertThat(get(pending)).hasSize(1);
  }

  @Test
  void aPollSeesWhatAnotherServerLetGoOf() throws Exception {
    a.sequence("one", "t");
    a.start("one");
    CompletableFuture<List<Task>> pending;
    try (var dying = TestDatabase.holding(settings, "SELECT 1 FROM task FOR UPDATE")) {
      pending = waitingPoll(b, "t");
      assertThat(pending).isNotDone();
      dying.rollback();
    }
    assertThat(get(pending)).hasSize(1);
  }

  /** Time stands still, so nobody looks just because it is time to. */
  @Test
  void aPollGetsWhatWasBeingCommittedWhenItLooked() throws Exception {
    a.sequence("two", "t", "u");
    a.start("two");
    var first = EngineFixture.result(a.await("t"), TaskResult.Status.COMPLETED);
    try (var store = PostgresStore.open(settings);
        var engine =
            new EngineFixture(store, Map.of(), EngineSettings.defaults(), () -> 1_000_000);
        var other = TestDatabase.holding(settings, "SELECT 1 FROM task FOR UPDATE")) {
      var update = engine.tasks().update(first, null, 0);
      TestDatabase.awaitWaiter();
      // The update's batch waits in its commit; the poll's goes past it.
      var pending = waitingPoll(engine, "u");
      assertThat(update).isNotDone();
      other.rollback();
      assertThat(get(update).accepted()).isTrue();
      assertThat(get(pending)).hasSize(1);
    }
  }

  @Test
  void aBatchKeepsNothingFromOthersThatItDoesNotHandOut() throws Exception {
    a.sequence("one", "t");
    for (int i = 0; i < 3; i++) {
      a.start("one");
    }
    var first = EngineFixture.result(a.await("t"), TaskResult.Status.COMPLETED);
    try (var other =
        TestDatabase.holding(
            settings, "SELECT 1 FROM task WHERE status = 'IN_PROGRESS' FOR UPDATE")) {
      var update = a.tasks().update(first, null, 1);
      TestDatabase.awaitWaiter();
      // One is promised to the update, whose batch waits in its commit; the other is free.
      var free = b.poll("t", 2);
      assertThat(free).hasSize(1);
      assertThat(update).isNotDone();
      other.rollback();
      assertThat(get(update).next()).hasSize(1).doesNotContainAnyElementsOf(free);
    }
  }

  /** So the times in a workflow follow each other, whichever server wrote them. */
  @Test
  void aDecisionIsMadeWhenItsWorkflowIsLockedAndNotBefore() throws Exception {
    a.sequence("two", "t", "u");
    a.start("two");
    var first = EngineFixture.result(a.await("t"), TaskResult.Status.COMPLETED);
    var time = new AtomicLong(1_000_000);
    try (var store = PostgresStore.open(settings);
        var engine = new EngineFixture(store, Map.of(), EngineSettings.defaults(), time::get);
        var other = TestDatabase.holding(settings, "SELECT 1 FROM workflow FOR UPDATE")) {
      var update = engine.tasks().update(first, null, 0);
      TestDatabase.awaitWaiter();
      time.set(2_000_000);
      other.rollback();
      assertThat(get(update).accepted()).isTrue();
    }
    assertThat(a.await("u").scheduledTime()).isEqualTo(2_000_000);
  }

  @Test
  void theTimersOfADeadEngineAreTakenOver() {
    a.taskDef(
        "{\"name\":\"t\",\"retryCount\":1,\"retryDelaySeconds\":0,"
            + "\"responseTimeoutSeconds\":1,\"timeoutSeconds\":60}");
    a.sequence("one", "t");
    a.start("one");
    var first = a.await("t");
    a.close();
    var second = b.await("t");
    assertThat(second.retriedTaskId()).isEqualTo(first.taskId());
    assertThat(b.complete(first, 0).accepted()).isFalse();
    assertThat(b.complete(second, 0).accepted()).isTrue();
  }

  @Test
  void whoWaitsForAWorkflowHearsOfItsEndAtTheOther() {
    a.sequence("one", "t");
    var execution = b.engine.workflows().execute(execution("{\"name\":\"one\"}"));
    a.complete(a.await("t"), 0);
    assertThat(get(execution).status()).isEqualTo("COMPLETED");
  }

  @Test
  void whoWaitsForAWorkflowThatWasThereHearsOfItsEndAtTheOther() {
    a.sequence("one", "t");
    var request =
        "{\"name\":\"one\",\"idempotencyKey\":\"k\",\"idempotencyStrategy\":\"RETURN_EXISTING\"}";
    var id = get(a.engine.workflows().start(read(request, StartWorkflowRequest.class)));
    var task = a.await("t");
    var execution = b.engine.workflows().execute(execution(request));
    assertThat(b.poll("t", 1)).isEmpty();
    a.complete(task, 0);
    var answer = get(execution);
    assertThat(answer.targetWorkflowId()).isEqualTo(id);
    assertThat(answer.status()).isEqualTo("COMPLETED");
  }

  @Test
  void whoSignalsAndWaitsHearsOfWhatFollowsAtTheOther() {
    a.workflowDef(
        """
        {"name":"gate","version":1,"tasks":[
          {"name":"h","taskReferenceName":"h","type":"HUMAN"},
          {"name":"t","taskReferenceName":"t","type":"SIMPLE"}]}
        """);
    var id = a.start("gate");
    var signal =
        b.tasks()
            .signalAndWait(
                id,
                Task.Status.COMPLETED,
                Map.of(),
                SignalResponse.ReturnStrategy.TARGET_WORKFLOW,
                LONG);
    a.complete(a.await("t"), 0);
    assertThat(get(signal).status()).isEqualTo("COMPLETED");
  }

  @Test
  void whoWaitsForAWorkflowHearsThatAChildComesToWaitAtTheOther() {
    a.sequence("unused", "t");
    a.workflowDef(
        """
        {"name":"child","version":1,"tasks":[
          {"name":"t","taskReferenceName":"t","type":"SIMPLE"},
          {"name":"h","taskReferenceName":"h","type":"HUMAN"}]}
        """);
    a.workflowDef(
        """
        {"name":"parent","version":1,"tasks":[
          {"name":"s","taskReferenceName":"s","type":"SUB_WORKFLOW",
           "subWorkflowParam":{"name":"child","version":1}}]}
        """);
    var execution = b.engine.workflows().execute(execution("{\"name\":\"parent\"}"));
    a.complete(a.await("t"), 0);
    var answer = get(execution);
    assertThat(answer.status()).isEqualTo("RUNNING");
    assertThat(answer.signalTimeout()).isFalse();
  }

  @Test
  void aKeyThatBothUseAtOnceIsUsedOnce() {
    a.sequence("one", "t");
    for (int i = 0; i < 20; i++) {
      var request =
          read(
              "{\"name\":\"one\",\"idempotencyKey\":\"k%d\",\"idempotencyStrategy\":\"RETURN_EXISTING\"}"
                  .formatted(i),
              StartWorkflowRequest.class);
      var ofA = a.engine.workflows().start(request);
      var ofB = b.engine.workflows().start(request);
      assertThat(get(ofA)).isEqualTo(get(ofB));
    }
  }
}
