package dev.millrace.worker;

import static dev.millrace.client.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.millrace.client.FakeChannel;
import dev.millrace.client.Task;
import dev.millrace.client.TaskResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AnnotatedMethodsTest {

  record Order(String id, int amount) {}

  record Receipt(String number, List<Integer> parts) {}

  static class Base {
    @WorkerTask("inherited")
    String inherited() {
      return "base";
    }
  }

  static final class Shop extends Base {
    @WorkerTask(value = "fields", threadCount = 3, domain = "eu")
    Map<String, Object> fields(
        @InputParam("a") int a, @InputParam("names") List<String> names, @InputParam("o") Order o) {
      return Map.of("a", a + 1, "first", names.getFirst(), "o", o == null ? "none" : o.id());
    }

    @WorkerTask("whole")
    Receipt whole(Order order, Map<String, Object> input, Task task, TaskContext context) {
      return new Receipt(
          order.id() + input.size() + task.taskId() + context.workerId(), List.of(1, 2));
    }

    @WorkerTask("nothing")
    void nothing() {}

    @WorkerTask("own")
    static WorkResult own() {
      return WorkResult.failedTerminally("own");
    }

    @WorkerTask("throws")
    void fails() throws IOException {
      throw new IOException("disk");
    }
  }

  static final class NoMeaning {
    @WorkerTask("x")
    String x(String what) {
      return what;
    }
  }

  private final List<WorkerSpec> specs =
      AnnotatedMethods.of(new Shop(), WorkerSettings.defaults().withThreadCount(7));

  private WorkerSpec spec(String type) {
    return specs.stream().filter(each -> each.taskType().equals(type)).findFirst().orElseThrow();
  }

  /** Runs it as a runner does and answers what the server is told. */
  private TaskResult run(String type, Map<String, Object> input) {
    var h = new RunnerHarness(1).start();
    h.handler(spec(type).handler());
    h.server.polls.getFirst().answer(task("7", Map.of("inputData", input)));
    h.work();
    return h.server.updates.getFirst().result;
  }

  @Test
  void settingsComeFromTheAnnotationOrTheDefaults() {
    assertThat(specs).hasSize(6);
    assertThat(spec("fields").settings().threadCount()).isEqualTo(3);
    assertThat(spec("fields").settings().domain()).isEqualTo("eu");
    assertThat(spec("whole").settings().threadCount()).isEqualTo(7);
    assertThat(spec("whole").settings().domain()).isNull();
  }

  @Test
  void parametersAreFieldsOfTheInput() {
    var result =
        run(
            "fields",
            Map.of("a", "41", "names", List.of("x"), "o", Map.of("id", "o1", "more", true)));
    assertThat(result.outputData()).isEqualTo(Map.of("a", 42, "first", "x", "o", "o1"));
    assertThat(run("fields", Map.of("a", 1, "names", List.of("x"))).outputData())
        .containsEntry("o", "none");
  }

  @Test
  void parametersMayBeTheWholeInputTheTaskAndItsContext() {
    var result = run("whole", Map.of("id", "o1", "amount", 2));
    assertThat(result.outputData()).isEqualTo(Map.of("number", "o127me", "parts", List.of(1, 2)));
  }

  @Test
  void otherReturnValuesAreTheResult() {
    assertThat(run("inherited", Map.of()).outputData()).isEqualTo(Map.of("result", "base"));
    assertThat(run("nothing", Map.of()).outputData()).isEmpty();
    assertThat(run("own", Map.of()).reasonForIncompletion()).isEqualTo("own");
    assertThat(run("throws", Map.of()).reasonForIncompletion())
        .isEqualTo("java.io.IOException: disk");
  }

  @Test
  void inputThatDoesNotFitFailsForGood() {
    var missing = run("fields", Map.of("names", List.of("x")));
    assertThat(missing.status()).isEqualTo(TaskResult.Status.FAILED_WITH_TERMINAL_ERROR);
    assertThat(missing.reasonForIncompletion()).contains("'a' is missing");
    var wrong = run("fields", Map.of("a", "many", "names", List.of("x")));
    assertThat(wrong.status()).isEqualTo(TaskResult.Status.FAILED_WITH_TERMINAL_ERROR);
    assertThat(wrong.reasonForIncompletion()).contains("'a' is no int");
  }

  @Test
  void whatHasNoMeaningIsToldAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workers.connect(new FakeChannel()).annotated(new NoMeaning()))
        .withMessageContaining("@InputParam");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workers.connect(new FakeChannel()).annotated("text"))
        .withMessageContaining("no method with @WorkerTask");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Workers.connect(new FakeChannel()).annotated(new Shop()).annotated(new Shop()))
        .withMessageContaining("already");
    assertThatIllegalStateException().isThrownBy(() -> Workers.connect(new FakeChannel()).start());
  }
}
