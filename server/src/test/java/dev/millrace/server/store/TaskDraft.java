package dev.millrace.server.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A task to be written; what a test does not care about is filled in. */
public final class TaskDraft {

  private final TaskId id;
  private String ref;
  private String base;
  private String type = "type";
  private String status = "SCHEDULED";
  private String queue;
  private int priority;
  private long readyAt = 1;
  private boolean delayed;
  private long timerAt = Store.NEVER;
  private String slot;
  private byte[] input = "{}".getBytes(StandardCharsets.UTF_8);
  private byte[] output;

  TaskDraft(UUID workflow, int number) {
    this.id = new TaskId(workflow, number);
    this.ref = "task_" + number;
    this.base = ref;
  }

  public TaskDraft named(String ref, String base) {
    this.ref = ref;
    this.base = base;
    return this;
  }

  public TaskDraft type(String value) {
    type = value;
    return this;
  }

  public TaskDraft status(String value) {
    status = value;
    return this;
  }

  public TaskDraft queue(String value) {
    queue = value;
    return this;
  }

  public TaskDraft priority(int value) {
    priority = value;
    return this;
  }

  public TaskDraft readyAt(long value) {
    readyAt = value;
    return this;
  }

  public TaskDraft delayedUntil(long value) {
    readyAt = value;
    delayed = true;
    return this;
  }

  public TaskDraft timerAt(long value) {
    timerAt = value;
    return this;
  }

  public TaskDraft slot(String value) {
    slot = value;
    return this;
  }

  public TaskDraft input(byte[] value) {
    input = value;
    return this;
  }

  public TaskDraft output(byte[] value) {
    output = value;
    return this;
  }

  public TaskRow row() {
    return new TaskRow(
        id,
        ref,
        base,
        type,
        status,
        queue,
        priority,
        readyAt,
        delayed,
        timerAt,
        slot,
        1,
        null,
        new byte[] {1},
        input,
        output);
  }
}
