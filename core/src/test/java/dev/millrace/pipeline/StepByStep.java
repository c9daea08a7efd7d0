package dev.millrace.pipeline;

import dev.millrace.task.Resumer;
import dev.millrace.task.TaskStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Steps the lanes of a pipeline by hand. Scripted resumes are kept until the test lets them go. */
final class StepByStep {
  private final HandContext context = new HandContext();
  private final Deque<Resumer> due = new ArrayDeque<>();
  private final PipelineTask<String> task;
  private final ScriptedPipeline pipeline;

  StepByStep(String script, int dop, String... flows) {
    pipeline = new ScriptedPipeline(script, dop, due::add, flows);
    task =
        PipelineTask.open(
            pipeline.logical().compile().getFirst(), PipelineOptions.<String>ofDop(dop));
  }

  TaskStatus step(int lane) throws Exception {
    return task.group().task().step().run(context, lane);
  }

  void resumeNext() {
    due.removeFirst().resume();
  }

  List<String> trace(int lane) {
    return pipeline.traces().get(lane);
  }

  static List<Resumer> resumersOf(TaskStatus status) {
    return ((HandContext.HandAwaiter) ((TaskStatus.Blocked) status).awaiter()).resumers();
  }
}
