package dev.millrace.pipeline;

/** Which of its duties an operator is called for. */
public enum OpRole {
  SOURCE("HasMore, Finished, Blocked or Yield"),
  PIPE("NeedsMore, Even, HasMore, Finished, Blocked or Yield"),
  DRAIN("HasMore, Finished, Blocked or Yield"),
  SINK("NeedsMore, Finished without a batch, Blocked or Yield");

  private final String answers;

  OpRole(String answers) {
    this.answers = answers;
  }

  /** What may be answered, for the text of an error. */
  String answers() {
    return answers;
  }
}
