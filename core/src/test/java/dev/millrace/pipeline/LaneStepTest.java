package dev.millrace.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.TaskStatus;
import org.junit.jupiter.api.Test;

/** What each step answers, without a scheduler. */
class LaneStepTest {

  @Test
  void P02_aStepBeforeTheResumeStaysBlockedWithoutCallingTheSource() throws Exception {
    var lane = new StepByStep("S BLK; !S; S FIN", 1, "S K");
    assertThat(lane.step(0).isBlocked()).isTrue();
    assertThat(lane.step(0).isBlocked()).isTrue();
    assertThat(lane.trace(0)).containsExactly("S BLK");
    lane.resumeNext();
    assertThat(lane.step(0)).isEqualTo(TaskStatus.FINISHED);
  }

  @Test
  void P03_continuesOnceAfterAChannelFinishedThenWaitsForTheOther() throws Exception {
    var lane = new StepByStep("S1 BLK; S2 FIN; !S1; S1 FIN", 1, "S1 K", "S2 K");
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    TaskStatus blocked = lane.step(0);
    assertThat(StepByStep.resumersOf(blocked)).hasSize(1);
    lane.resumeNext();
    assertThat(lane.step(0)).isEqualTo(TaskStatus.FINISHED);
  }

  @Test
  void P09_yieldThenContinue() throws Exception {
    var lane = new StepByStep("S MORE; P Y; P YB; P NEED; S FIN", 1, "S P K");
    assertThat(lane.step(0)).isEqualTo(TaskStatus.YIELD);
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(lane.step(0)).isEqualTo(TaskStatus.FINISHED);
  }

  @Test
  void P18_allBlockedWaitsForExactlyTwoResumers() throws Exception {
    var lane = new StepByStep("S1 BLK; S2 BLK", 1, "S1 K", "S2 K");
    assertThat(StepByStep.resumersOf(lane.step(0))).hasSize(2);
    assertThat(StepByStep.resumersOf(lane.step(0))).hasSize(2);
    assertThat(lane.trace(0)).containsExactly("S1 BLK", "S2 BLK");
  }

  @Test
  void P19_anErrorCancelsSubsequentCalls() throws Exception {
    var lanes = new StepByStep("S ERR", 4, "S K");
    assertThatThrownBy(() -> lanes.step(1)).isInstanceOf(ScriptError.class);
    for (int lane = 0; lane < 4; lane++) {
      assertThat(lanes.step(lane)).isEqualTo(TaskStatus.CANCELLED);
    }
    assertThat(lanes.trace(0)).isEmpty();
  }

  @Test
  void P22_whileTheSinkIsBlockedNothingAboveItIsCalled() throws Exception {
    var lane = new StepByStep("S MORE; P MORE; K BLK; !K; K NEED; P NEED; S FIN", 1, "S P K");
    assertThat(lane.step(0).isBlocked()).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(lane.step(0).isBlocked()).isTrue();
    }
    assertThat(lane.trace(0)).containsExactly("S MORE", "P MORE", "K BLK");
    lane.resumeNext();
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(lane.trace(0)).endsWith("K BLK", "K NEED");
  }

  @Test
  void theStepAfterAYieldBelongsToTheChannelThatYielded() throws Exception {
    var lane =
        new StepByStep(
            "S1 BLK; S2 MORE; P2 Y; !S1; P2 YB; S1 FIN; P2 NEED; S2 FIN", 1, "S1 K", "S2 P2 K");
    assertThat(lane.step(0)).isEqualTo(TaskStatus.YIELD);
    lane.resumeNext();
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(lane.trace(0)).endsWith("P2 YB");
    assertThat(lane.step(0)).isEqualTo(TaskStatus.CONTINUE);
    assertThat(lane.step(0)).isEqualTo(TaskStatus.FINISHED);
  }
}
