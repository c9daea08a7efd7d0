package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YieldQueueTest {

  @Test
  void isFirstInFirstOutWhateverTheOrderOfAddsAndPolls() {
    ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));
    Random random = new Random(1);
    YieldQueue queue = new YieldQueue();
    Queue<TaskInstance> expected = new ArrayDeque<>();
    for (int i = 0; i < 10_000; i++) {
      if (random.nextInt(5) < 3) {
        TaskInstance task = new SoloTask(Task.of("t", (_, _) -> TaskStatus.FINISHED), core);
        queue.add(task);
        expected.add(task);
      } else if (!expected.isEmpty()) {
        assertThat(queue.poll()).isSameAs(expected.poll());
      }
      assertThat(queue.size()).isEqualTo(expected.size());
    }
  }

  @Test
  void pollingAnEmptyQueueIsAMistake() {
    assertThatThrownBy(() -> new YieldQueue().poll()).isInstanceOf(IllegalStateException.class);
  }
}
