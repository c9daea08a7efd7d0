package dev.millrace.worker;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that does tasks of a type. Its parameters are inputs with {@link InputParam}, or the
 * {@code Task}, the {@link TaskContext}, the whole input as a map or as a record. What it returns
 * is the output: a {@link WorkResult}, a map, a record, or any other value as {@code {"result":
 * value}}. What it throws fails the task.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WorkerTask {

  /** The task type. */
  String value();

  /** Only tasks of this domain; empty for those without one. */
  String domain() default "";

  /** How many at once; 0 for the default of the builder. */
  int threadCount() default 0;
}
