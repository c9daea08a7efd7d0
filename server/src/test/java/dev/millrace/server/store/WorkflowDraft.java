package dev.millrace.server.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A workflow to be written; what a test does not care about is filled in. */
public final class WorkflowDraft {

  private final UUID id;
  private String name = "flow";
  private int version = 1;
  private String status = "RUNNING";
  private String correlationId;
  private UUID parent;
  private long createdAt = 1;
  private long updatedAt = 1;
  private long endedAt;
  private long timerAt = Store.NEVER;
  private String key;
  private byte[] input = "{}".getBytes(StandardCharsets.UTF_8);
  private byte[] output;

  WorkflowDraft(UUID id) {
    this.id = id;
  }

  public WorkflowDraft name(String value) {
    name = value;
    return this;
  }

  public WorkflowDraft version(int value) {
    version = value;
    return this;
  }

  public WorkflowDraft status(String value) {
    status = value;
    return this;
  }

  public WorkflowDraft correlationId(String value) {
    correlationId = value;
    return this;
  }

  public WorkflowDraft parent(UUID value) {
    parent = value;
    return this;
  }

  public WorkflowDraft times(long created, long updated, long ended) {
    createdAt = created;
    updatedAt = updated;
    endedAt = ended;
    return this;
  }

  public WorkflowDraft timerAt(long value) {
    timerAt = value;
    return this;
  }

  public WorkflowDraft key(String value) {
    key = value;
    return this;
  }

  public WorkflowDraft input(byte[] value) {
    input = value;
    return this;
  }

  public WorkflowDraft output(byte[] value) {
    output = value;
    return this;
  }

  public WorkflowRow row() {
    return new WorkflowRow(
        id,
        name,
        version,
        status,
        correlationId,
        parent,
        createdAt,
        updatedAt,
        endedAt,
        timerAt,
        1,
        key,
        false,
        new byte[] {1},
        input,
        output);
  }
}
