package dev.millrace.pipeline;

import java.io.Serial;
import java.util.concurrent.CancellationException;

/**
 * Why a group is cancelled whose run is over, or has no use for it, without an error. One for each
 * group: what its steps throw from then on is suppressed in it, and would be nowhere without it.
 */
final class RunOverException extends CancellationException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient LiveGroups run;

  RunOverException(LiveGroups run) {
    super("the pipeline run is over, or has no use for this group any more");
    this.run = run;
  }

  /** False for what another run, around this one, was given as cause. */
  boolean isOf(LiveGroups other) {
    return run == other;
  }
}
