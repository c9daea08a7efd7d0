package dev.millrace.pipeline;

import dev.millrace.task.engine.Faults;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Keeps what an observer throws away from the pipeline. */
final class GuardedObserver implements PipelineObserver {
  private static final System.Logger LOG = System.getLogger(PipelineObserver.class.getName());

  private final PipelineObserver observer;
  private final System.Logger log;

  GuardedObserver(PipelineObserver observer, System.Logger log) {
    this.observer = observer;
    this.log = log;
  }

  static PipelineObserver of(PipelineObserver observer) {
    return observer == PipelineObserver.NONE ? observer : new GuardedObserver(observer, LOG);
  }

  @Override
  public void channelBegin(OpContext context) {
    guard(() -> observer.channelBegin(context));
  }

  @Override
  public void channelEnd(
      OpContext context, @Nullable OpOutput<?> output, @Nullable Throwable error) {
    guard(() -> observer.channelEnd(context, output, error));
  }

  @Override
  public void operatorBegin(
      OpContext context, OpRole role, Operator<?> operator, @Nullable Object input) {
    guard(() -> observer.operatorBegin(context, role, operator, input));
  }

  @Override
  public void operatorEnd(
      OpContext context,
      OpRole role,
      Operator<?> operator,
      @Nullable OpOutput<?> output,
      @Nullable Throwable error) {
    guard(() -> observer.operatorEnd(context, role, operator, output, error));
  }

  private void guard(Runnable event) {
    try {
      event.run();
    } catch (Throwable fault) { // foreign code: an observer changes nothing
      Faults.tell(log, Level.WARNING, () -> "observer " + observer + " failed", fault);
    }
  }
}
