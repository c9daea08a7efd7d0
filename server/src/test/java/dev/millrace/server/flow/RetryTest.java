package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.simple;
import static dev.millrace.server.flow.Defs.simpleWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.client.TaskDef.RetryLogic;
import dev.millrace.server.flow.TaskRules.Backoff;
import org.junit.jupiter.api.Test;

final class RetryTest {

  private final FlowHarness flow = new FlowHarness();

  @Test
  void delaysGrowAsTheLogicSays() {
    var fixed = new Backoff(RetryLogic.FIXED, 7, 3, 0, 0);
    var linear = new Backoff(RetryLogic.LINEAR_BACKOFF, 7, 3, 0, 0);
    var exponential = new Backoff(RetryLogic.EXPONENTIAL_BACKOFF, 7, 3, 0, 0);
    assertThat(new int[] {fixed.seconds(0), fixed.seconds(5)}).containsExactly(7, 7);
    assertThat(new int[] {linear.seconds(0), linear.seconds(1), linear.seconds(2)})
        .containsExactly(21, 42, 63);
    assertThat(new int[] {exponential.seconds(0), exponential.seconds(1), exponential.seconds(4)})
        .containsExactly(7, 14, 112);
  }

  @Test
  void delaysNeitherOverflowNorPassTheirCap() {
    assertThat(new Backoff(RetryLogic.EXPONENTIAL_BACKOFF, 60, 1, 0, 0).seconds(1000))
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(new Backoff(RetryLogic.EXPONENTIAL_BACKOFF, 60, 1, 300, 0).seconds(1000))
        .isEqualTo(300);
    assertThat(new Backoff(RetryLogic.LINEAR_BACKOFF, 1 << 30, 1 << 30, 0, 0).seconds(9))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void jitterComesOnTop() {
    var backoff = new Backoff(RetryLogic.FIXED, 2, 1, 0, 500);
    assertThat(backoff.millis(0, bound -> bound - 100)).isEqualTo(2400);
    assertThat(new Backoff(RetryLogic.FIXED, 2, 1, 0, 0).millis(0, _ -> 99)).isEqualTo(2000);
  }

  @Test
  void theStepsRetriesCountMoreThanTheTaskTypes() {
    flow.taskDef("t", "{\"retryCount\":5}");
    flow.workflowDef("w", list(simpleWith("a", "t", ",\"retryCount\":1")));
    var id = flow.start("w");
    flow.fail("t", "{}", "1");
    flow.fail("t", "{}", "2");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.tasks(id)).containsExactly("a FAILED", "a FAILED");
  }

  @Test
  void anAttemptKnowsTheOneBeforeIt() {
    flow.taskDef("t", "{\"retryCount\":2}");
    flow.workflowDef("w", list(simple("a")));
    var id = flow.start("w");
    var first = flow.fail("t", "{}", "1");
    var second = flow.poll("t");
    assertThat(second.attempt().retriedTaskId()).isEqualTo(first.id());
    assertThat(second.attempt().number()).isEqualTo(1);
    assertThat(flow.rows(id).byId(first.id()).attempt().retried()).isTrue();
  }

  @Test
  void undefinedWorkerTypesAreTriedOnce() {
    flow.workflowDef("w", "[{\"name\":\"n\",\"taskReferenceName\":\"a\",\"type\":\"OWN\"}]");
    var id = flow.start("w");
    flow.fail("OWN", "{}", "no");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
  }

  @Test
  void theTimeForAllAttemptsEndsThem() {
    flow.taskDef("t", "{\"retryCount\":9,\"totalTimeoutSeconds\":10,\"timeoutPolicy\":\"RETRY\"}");
    flow.workflowDef("w", list(simple("a")));
    var id = flow.start("w");
    flow.fail("t", "{}", "1");
    flow.pass(6);
    assertThat(flow.poll("t")).isNotNull();
    flow.pass(4);
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.TIMED_OUT);
    assertThat(flow.tasks(id)).containsExactly("a FAILED", "a TIMED_OUT");
  }

  @Test
  void optionalTasksAreTriedAgainBeforeTheyArePassedOver() {
    flow.taskDef("t", "{\"retryCount\":1}");
    flow.workflowDef("w", list(simpleWith("a", "t", ",\"optional\":true"), simple("b")));
    var id = flow.start("w");
    flow.fail("t", "{}", "1");
    flow.fail("t", "{}", "2");
    assertThat(flow.tasks(id))
        .containsExactly("a FAILED", "a COMPLETED_WITH_ERRORS", "b SCHEDULED");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void permissiveTasksFailTheWorkflowInTheEnd() {
    flow.taskDef("t", "{}");
    flow.workflowDef("w", list(simpleWith("a", "t", ",\"permissive\":true"), simple("b")));
    var id = flow.start("w");
    flow.fail("t", "{}", "bad");
    assertThat(flow.tasks(id)).containsExactly("a FAILED", "b SCHEDULED");
    flow.complete("t", "{}");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("'bad'");
  }
}
