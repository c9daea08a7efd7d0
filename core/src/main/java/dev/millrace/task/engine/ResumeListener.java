package dev.millrace.task.engine;

/** Told once by each resumer it is added to. */
interface ResumeListener {
  void resumed();
}
