package dev.millrace.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.task.Task;
import dev.millrace.task.TaskStatus;
import dev.millrace.task.engine.SoloTask;
import dev.millrace.task.engine.TaskInstance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class YieldQueueTest {

  private final ExecutorCore core = new ExecutorCore(ExecutorConfig.defaults().withWorkers(1));
  private final YieldQueue queue = new YieldQueue();

  @Test
  void thoseWhoStayTakeTurnsInTheOrderInWhichTheyCame() {
    TaskInstance first = newTask();
    TaskInstance second = newTask();
    TaskInstance third = newTask();
    queue.add(first); // a round of one; the others join the next
    queue.add(second);
    queue.add(third);

    List<TaskInstance> turns = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      turns.add(queue.next());
      queue.goOn();
    }

    assertThat(turns).containsExactly(first, first, second, third, first, second, third);
  }

  @Test
  void nobodyIsOvertakenByThoseWhoKeepComing() {
    TaskInstance patient = newTask();
    queue.add(newTask());
    queue.add(patient);
    int turnsOfPatient = 0;
    for (int i = 0; i < 1_000; i++) {
      queue.add(newTask());
      if (queue.next() == patient) {
        turnsOfPatient++;
        queue.goOn();
      } else {
        TaskInstance _ = queue.poll();
      }
    }
    assertThat(turnsOfPatient).isGreaterThan(30); // each of its turns makes the rounds longer
  }

  @Test
  void everybodyHasOneTurnInEveryRoundWhateverIsAddedAndPolled() {
    Random random = new Random(1);
    Set<TaskInstance> inside = new HashSet<>();
    Set<TaskInstance> due = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      if (inside.isEmpty() || random.nextInt(5) == 0) {
        TaskInstance task = newTask();
        queue.add(task);
        inside.add(task);
        if (inside.size() == 1) {
          due.add(task);
        }
      }
      TaskInstance task = queue.next();
      assertThat(due.remove(task)).as("it is due in turn %s", i).isTrue();
      if (random.nextInt(5) == 0) {
        assertThat(queue.poll()).isSameAs(task);
        inside.remove(task);
      } else {
        queue.goOn();
      }
      assertThat(queue.size()).isEqualTo(inside.size());
      if (due.isEmpty()) {
        due.addAll(inside);
      }
    }
  }

  @Test
  void pollingAnEmptyQueueIsAMistake() {
    assertThatThrownBy(queue::poll).isInstanceOf(IllegalStateException.class);
  }

  private TaskInstance newTask() {
    return new SoloTask(Task.of("t", (_, _) -> TaskStatus.FINISHED), core);
  }
}
