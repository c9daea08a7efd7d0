package dev.millrace.worker;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** One kind of work: which tasks, how, by what. */
record WorkerSpec(String taskType, WorkerSettings settings, TaskHandler handler) {

  WorkerSpec {
    if (requireNonNull(taskType, "taskType is null").isBlank()) {
      throw new IllegalArgumentException("taskType is blank");
    }
    requireNonNull(settings, "settings is null");
    requireNonNull(handler, "handler is null");
  }

  /** The queue it takes from: there is one runner for each. */
  record Queue(String taskType, @Nullable String domain) {
    @Override
    public String toString() {
      return domain == null ? taskType : domain + ":" + taskType;
    }
  }

  Queue queue() {
    return new Queue(taskType, settings.domain());
  }
}
