import org.jspecify.annotations.NullMarked;

/**
 * Tasks and the executor that runs them. Depends on nothing but the JDK: {@code java.base}, and
 * {@code jdk.jfr} for its events.
 */
@NullMarked
module dev.millrace.core {
  requires jdk.jfr;
  requires static com.google.errorprone.annotations;
  requires static transitive org.jspecify;

  exports dev.millrace.executor;
  exports dev.millrace.pipeline;
  exports dev.millrace.simulation;
  exports dev.millrace.task;
}
