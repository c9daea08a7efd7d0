package dev.millrace.server.store;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task's id: its workflow's, with the task's number in the lowest 32 bits, which are zero in a
 * workflow's id. So a task is found without an index of its own, and people see what belongs
 * together.
 *
 * @param number which task of the workflow it is, from 1; as unsigned 32 bits
 */
public record TaskId(UUID workflow, int number) {

  private static final long NUMBER = 0xFFFF_FFFFL;

  /** The task with this id, or null if it is no task's id. */
  public static @Nullable TaskId parse(String text) {
    var uuid = uuid(text);
    if (uuid == null || (uuid.getLeastSignificantBits() & NUMBER) == 0) {
      return null;
    }
    long low = uuid.getLeastSignificantBits();
    return new TaskId(new UUID(uuid.getMostSignificantBits(), low & ~NUMBER), (int) low);
  }

  /** The workflow's id that a text is, or null if it is none. */
  public static @Nullable UUID parseWorkflow(String text) {
    var uuid = uuid(text);
    return uuid == null || (uuid.getLeastSignificantBits() & NUMBER) != 0 ? null : uuid;
  }

  private static @Nullable UUID uuid(String text) {
    if (text.length() != 36) {
      return null;
    }
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return new UUID(
            workflow.getMostSignificantBits(),
            workflow.getLeastSignificantBits() | (number & NUMBER))
        .toString();
  }
}
