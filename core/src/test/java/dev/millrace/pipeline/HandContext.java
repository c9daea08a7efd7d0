package dev.millrace.pipeline;

import dev.millrace.task.Awaiter;
import dev.millrace.task.CancelToken;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import dev.millrace.task.TaskObserver;
import dev.millrace.task.TaskSignal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A context for steps that a test calls by hand, without any scheduler. */
final class HandContext implements TaskContext, CancelToken {

  record HandResumer(AtomicBoolean resumed) implements Resumer {
    @Override
    public void resume() {
      resumed.set(true);
    }

    @Override
    public boolean isResumed() {
      return resumed.get();
    }

    @Override
    public void onResume(Runnable callback) {
      throw new UnsupportedOperationException();
    }
  }

  /** What a step waits for, for the test to look at. */
  record HandAwaiter(List<Resumer> resumers) implements Awaiter {
    @Override
    public boolean isReady() {
      return resumers.stream().anyMatch(Resumer::isResumed);
    }
  }

  @Override
  public String query() {
    return "by hand";
  }

  @Override
  public Resumer newResumer() {
    return new HandResumer(new AtomicBoolean());
  }

  @Override
  public Resumer newTimer(Duration delay) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Awaiter single(Resumer resumer) {
    return new HandAwaiter(List.of(resumer));
  }

  @Override
  public Awaiter any(Collection<? extends Resumer> resumers) {
    return new HandAwaiter(List.copyOf(resumers));
  }

  @Override
  public Awaiter all(Collection<? extends Resumer> resumers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TaskSignal signal(int taskId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TaskObserver observer() {
    return TaskObserver.NONE;
  }

  @Override
  public CancelToken cancelToken() {
    return this;
  }

  @Override
  public long deadlineNanos() {
    return NO_DEADLINE;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public long cpuNanos() {
    return 0;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public Throwable cause() {
    return null;
  }
}
