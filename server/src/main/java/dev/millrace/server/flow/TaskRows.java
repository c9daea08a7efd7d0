package dev.millrace.server.flow;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one workflow as they are stored. The decider asks for few of them, so that a store
 * need not read a workflow whole: {@link #live} only when the workflow ends or might be stuck, and
 * {@link #all} only for an operator's command.
 */
public interface TaskRows {

  @Nullable TaskState byId(String id);

  /** The last attempt with this reference name. */
  @Nullable TaskState byRef(String ref);

  /** The task of this step that was made last, in whatever turn of its loop. */
  @Nullable TaskState byBase(String base);

  /** Those that have not ended, in the order in which they were made. */
  Collection<TaskState> live();

  /** All, in the order in which they were made. */
  Collection<TaskState> all();

  /** The tasks of a workflow that is about to start. */
  static TaskRows none() {
    return new TaskRows() {
      @Override
      public @Nullable TaskState byId(String id) {
        return null;
      }

      @Override
      public @Nullable TaskState byRef(String ref) {
        return null;
      }

      @Override
      public @Nullable TaskState byBase(String base) {
        return null;
      }

      @Override
      public Collection<TaskState> live() {
        return List.of();
      }

      @Override
      public Collection<TaskState> all() {
        return List.of();
      }
    };
  }
}
