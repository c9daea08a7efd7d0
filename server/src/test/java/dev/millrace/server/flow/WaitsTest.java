package dev.millrace.server.flow;

import static dev.millrace.server.flow.Defs.list;
import static dev.millrace.server.flow.Defs.system;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WaitsTest {

  private final FlowHarness flow = new FlowHarness();

  @Test
  void durationsHaveUnits() {
    assertThat(Waits.duration("1 seconds")).isEqualTo(Duration.ofSeconds(1));
    assertThat(Waits.duration("2 days 3h 4m 5 secs"))
        .isEqualTo(Duration.ofDays(2).plusHours(3).plusMinutes(4).plusSeconds(5));
    assertThat(Waits.duration("250ms")).isEqualTo(Duration.ofMillis(250));
    for (var bad : new String[] {"", "soon", "5", "5 parsecs", "5 s and more"}) {
      assertThatIllegalArgumentException().describedAs(bad).isThrownBy(() -> Waits.duration(bad));
    }
  }

  @Test
  void datesMayHaveTimesAndZones() {
    assertThat(Waits.until("2030-01-31")).isEqualTo(Instant.parse("2030-01-31T00:00:00Z"));
    assertThat(Waits.until("2030-01-31 10:30")).isEqualTo(Instant.parse("2030-01-31T10:30:00Z"));
    assertThat(Waits.until("2030-01-31 10:30 GMT+2"))
        .isEqualTo(Instant.parse("2030-01-31T08:30:00Z"));
    assertThat(Waits.until("2030-01-31T10:30:00+01:00"))
        .isEqualTo(Instant.parse("2030-01-31T09:30:00Z"));
    assertThatIllegalArgumentException().isThrownBy(() -> Waits.until("tomorrow"));
  }

  @Test
  void aTimeThatHasPassedDoesNotWait() {
    flow.workflowDef("w", list(system("w", "WAIT", "{\"until\":\"2020-01-01\"}")));
    assertThat(flow.head(flow.start("w")).status()).isEqualTo(WorkflowStatus.COMPLETED);
  }

  @Test
  void aWaitWithTwoEndsFails() {
    flow.workflowDef(
        "w", list(system("w", "WAIT", "{\"until\":\"2030-01-01\",\"duration\":\"1s\"}")));
    var id = flow.start("w");
    assertThat(flow.head(id).status()).isEqualTo(WorkflowStatus.FAILED);
    assertThat(flow.head(id).data().reason()).contains("exclude each other");
  }

  @Test
  void aWaitCanBeEndedEarly() {
    flow.workflowDef("w", list(system("w", "WAIT", "{\"duration\":\"3 days\"}")));
    var id = flow.start("w");
    var report = TaskReport.of(TaskReport.Status.COMPLETED, Map.of("by", "me"));
    assertThat(flow.send(id, new Event.Signalled(report)))
        .isEqualTo(new Reply.Done(flow.task(id, "w").id()));
    assertThat(flow.workflow(id).output()).containsEntry("by", "me");
    assertThat(flow.timers).isEmpty();
  }

  @Test
  void aSignalThatNobodyWaitsForIsRefused() {
    flow.workflowDef("w", list(Defs.simple("a")));
    var id = flow.start("w");
    assertThat(
            flow.send(
                id, new Event.Signalled(TaskReport.of(TaskReport.Status.COMPLETED, Map.of()))))
        .isInstanceOf(Reply.Rejected.class);
  }

  @Test
  void anEarlyTimerDoesNothing() {
    flow.workflowDef("w", list(system("w", "WAIT", "{\"duration\":\"10s\"}")));
    var id = flow.start("w");
    var task = flow.task(id, "w");
    assertThat(flow.send(id, new Event.TimerDue(task.id())))
        .isEqualTo(new Reply.Ignored(Reply.Why.NOT_DUE));
    assertThat(flow.task(id, "w")).isEqualTo(task);
  }
}
