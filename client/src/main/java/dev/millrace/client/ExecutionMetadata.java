package dev.millrace.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a worker measured. */
public record ExecutionMetadata(
    @Nullable Long serverSendTime,
    @Nullable Long clientReceiveTime,
    @Nullable Long executionStartTime,
    @Nullable Long executionEndTime,
    @Nullable Long clientSendTime,
    @Nullable Long pollNetworkLatency,
    @Nullable Long updateNetworkLatency,
    Map<String, @Nullable Object> additionalContext) {

  public ExecutionMetadata {
    additionalContext = Wire.map(additionalContext);
  }

  /** Nothing measured. */
  public static final ExecutionMetadata NONE =
      new ExecutionMetadata(null, null, null, null, null, null, null, Map.of());
}
