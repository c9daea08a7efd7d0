package dev.millrace.server.flow;

/** Names for what is new. */
public interface Ids {

  /** Never the same twice. */
  String workflow();

  /**
   * The id of a task; another one for every number, and for every workflow.
   *
   * @param number which task of the workflow it is, from 1; not used again after a restart
   */
  String task(String workflowId, int number);
}
