package dev.millrace.server.store;

/**
 * Something that is registered under a name: a definition of a workflow or of a task.
 *
 * @param version 0 where there are no versions
 * @param body JSON
 */
// Rows are carried, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record Document(Kind kind, String name, int version, byte[] body) {

  /** What it defines. */
  public enum Kind {
    TASK,
    WORKFLOW
  }
}
