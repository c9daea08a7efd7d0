package dev.millrace.task.engine;

/** The place in a scheduler where an instance waits to be run. */
public interface Home {
  /**
   * Makes the instance run soon, however often it is called before that. From any thread, never
   * lost; does nothing for an instance that has left its place.
   */
  void wake(TaskInstance instance);

  /** Like {@link #wake}, but may run the instance on this thread. */
  default void wakeHere(TaskInstance instance) {
    wake(instance);
  }
}
