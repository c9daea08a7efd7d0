import org.jspecify.annotations.NullMarked;

/**
 * Tasks and the executor that runs them. Depends on nothing but the JDK: {@code java.base}, {@code
 * jdk.jfr} for its events and {@code java.management} for the processor time of threads.
 */
@NullMarked
module dev.millrace.core {
  requires java.management;
  requires jdk.jfr;
  requires static com.google.errorprone.annotations;
  requires static transitive org.jspecify;

  exports dev.millrace.executor;
  exports dev.millrace.pipeline;
  exports dev.millrace.simulation;
  exports dev.millrace.task;
}
