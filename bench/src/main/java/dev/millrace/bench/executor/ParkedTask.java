package dev.millrace.bench.executor;

import dev.millrace.task.Scheduler;
import dev.millrace.task.Task;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskHandle;
import dev.millrace.task.TaskStatus;

/**
 * One of very many tasks that wait to be woken, as a task of ours or as a rival's runnable. Whether
 * it is woken is written by the waker, then by the step: the wake hands it on.
 */
final class ParkedTask implements Task.Step, Runnable {
  static final int COUNT = 1 << 20;

  private final Tally tally;
  private boolean woken;

  private ParkedTask(Tally tally) {
    this.tally = tally;
  }

  static ParkedTask[] many(Tally tally) {
    ParkedTask[] steps = new ParkedTask[COUNT];
    for (int i = 0; i < COUNT; i++) {
      steps[i] = new ParkedTask(tally);
    }
    return steps;
  }

  static Task[] tasks(ParkedTask[] steps) {
    Task[] tasks = new Task[steps.length];
    for (int i = 0; i < steps.length; i++) {
      steps[i].markWoken();
      tasks[i] = Task.of("parked", steps[i]);
    }
    return tasks;
  }

  /** Submits them; each counts itself in its first step and is parked then. */
  static void park(Task[] tasks, TaskHandle[] handles, Scheduler scheduler) {
    for (int i = 0; i < tasks.length; i++) {
      handles[i] = scheduler.submit(tasks[i]);
    }
  }

  /** Comes to every position once before it comes to one again, in big irregular leaps. */
  static int nextPosition(int position) {
    return (position * 1_664_525 + 1_013_904_223) & (COUNT - 1);
  }

  void markWoken() {
    woken = true;
  }

  @Override
  public void run() {
    if (woken) {
      woken = false;
      tally.run();
    }
  }

  @Override
  public TaskStatus run(TaskContext context, int taskId) {
    run();
    return TaskStatus.BLOCKED_ON_SIGNAL;
  }
}
