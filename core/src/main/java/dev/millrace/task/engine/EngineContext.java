package dev.millrace.task.engine;

import dev.millrace.task.Awaiter;
import dev.millrace.task.CancelToken;
import dev.millrace.task.Resumer;
import dev.millrace.task.TaskContext;
import java.time.Duration;
import java.util.Collection;

/** The part of a context that does not depend on whose it is. */
interface EngineContext extends TaskContext, CancelToken {

  Host host();

  @Override
  default Resumer newResumer() {
    return new OneShotResumer();
  }

  @Override
  default Resumer newTimer(Duration delay) {
    return Delay.resumerAfter(Durations.nanos(delay), host());
  }

  @Override
  default Awaiter single(Resumer resumer) {
    return CountingAwaiter.own(resumer);
  }

  @Override
  default Awaiter any(Collection<? extends Resumer> resumers) {
    return CountingAwaiter.any(resumers);
  }

  @Override
  default Awaiter all(Collection<? extends Resumer> resumers) {
    return CountingAwaiter.all(resumers);
  }

  @Override
  default CancelToken cancelToken() {
    return this;
  }

  @Override
  default long nanoTime() {
    return host().nanoTime();
  }

  @Override
  default long cpuNanos() {
    return host().cpuNanos();
  }
}
