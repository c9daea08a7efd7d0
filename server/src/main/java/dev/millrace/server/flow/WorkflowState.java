package dev.millrace.server.flow;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workflow without its tasks: what is read and written at every step of it. Immutable. Times are
 * milliseconds since 1970, 0 if it did not happen.
 *
 * @param failedRefs the tasks that failed at any time, also if a later attempt did not
 */
public record WorkflowState(
    WorkflowKey key,
    WorkflowStatus status,
    Data data,
    Times times,
    Set<String> failedRefs,
    Set<String> failedNames,
    WorkflowProgress progress) {

  /** What it gets, what it gave, what it keeps, why it did not end well. */
  public record Data(
      Map<String, @Nullable Object> input,
      Map<String, @Nullable Object> output,
      Map<String, @Nullable Object> variables,
      @Nullable String reason) {
    Data withOutput(Map<String, @Nullable Object> newOutput) {
      return new Data(input, newOutput, variables, reason);
    }

    Data withVariables(Map<String, @Nullable Object> newVariables) {
      return new Data(input, output, newVariables, reason);
    }

    Data withReason(@Nullable String newReason) {
      return new Data(input, output, variables, newReason);
    }
  }

  public record Times(long created, long updated, long ended, long lastRetried) {}

  public String id() {
    return key.id();
  }

  WorkflowState withKey(WorkflowKey newKey) {
    return new WorkflowState(newKey, status, data, times, failedRefs, failedNames, progress);
  }

  WorkflowState withStatus(WorkflowStatus newStatus) {
    return new WorkflowState(key, newStatus, data, times, failedRefs, failedNames, progress);
  }

  WorkflowState withData(Data newData) {
    return new WorkflowState(key, status, newData, times, failedRefs, failedNames, progress);
  }

  WorkflowState withTimes(Times newTimes) {
    return new WorkflowState(key, status, data, newTimes, failedRefs, failedNames, progress);
  }

  WorkflowState withProgress(WorkflowProgress newProgress) {
    return new WorkflowState(key, status, data, times, failedRefs, failedNames, newProgress);
  }

  WorkflowState withFailure(String ref, String name) {
    if (failedRefs.contains(ref) && failedNames.contains(name)) {
      return this;
    }
    var refs = new LinkedHashSet<>(failedRefs);
    refs.add(ref);
    var names = new LinkedHashSet<>(failedNames);
    names.add(name);
    return new WorkflowState(
        key,
        status,
        data,
        times,
        Collections.unmodifiableSet(refs),
        Collections.unmodifiableSet(names),
        progress);
  }

  @Override
  public String toString() {
    return "%s.%d/%s %s".formatted(key.name(), key.version(), key.id(), status);
  }
}
