import org.jspecify.annotations.NullMarked;

/** Tasks and the executor that runs them. Depends on nothing but {@code java.base}. */
@NullMarked
module dev.millrace.core {
  requires static com.google.errorprone.annotations;
  requires static transitive org.jspecify;

  exports dev.millrace.executor;
  exports dev.millrace.task;
}
