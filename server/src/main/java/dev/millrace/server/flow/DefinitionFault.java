package dev.millrace.server.flow;

/**
 * Something that is wrong with a workflow definition.
 *
 * @param path where, e.g. {@code tasks[2].joinOn}
 * @param reason what is wrong and what would be right
 */
public record DefinitionFault(String path, String reason) {

  @Override
  public String toString() {
    return path + ": " + reason;
  }
}
