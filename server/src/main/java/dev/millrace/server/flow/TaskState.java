package dev.millrace.server.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task: one attempt at a step. Immutable; the decider makes new ones and says which. Times are
 * milliseconds since 1970, 0 if it did not happen.
 */
public record TaskState(
    TaskKey key,
    TaskStatus status,
    Attempt attempt,
    Times times,
    Data data,
    Delivery delivery,
    TaskProgress progress) {

  /** No timer. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * Which attempt it is.
   *
   * @param number from 0
   * @param retriedTaskId the attempt before
   * @param retried whether there is a next one
   */
  public record Attempt(int number, @Nullable String retriedTaskId, boolean retried) {
    static final Attempt FIRST = new Attempt(0, null, false);
  }

  /**
   * When what happened.
   *
   * @param firstStarted when the first attempt of the step was started
   */
  public record Times(long scheduled, long started, long ended, long updated, long firstStarted) {}

  /** What it gets, what it gave, why it did not. */
  public record Data(
      Map<String, @Nullable Object> input,
      Map<String, @Nullable Object> output,
      @Nullable String reason) {}

  /**
   * How workers get it.
   *
   * @param polls how often it was handed out; the number is also the token of the last lease
   * @param availableAt when it may be handed out, if it is SCHEDULED
   */
  public record Delivery(
      @Nullable String domain,
      @Nullable String workerId,
      int polls,
      int startDelaySeconds,
      long callbackAfterSeconds,
      long availableAt) {}

  public String id() {
    return key.id();
  }

  public String ref() {
    return key.ref();
  }

  /** Whether it has not ended. */
  public boolean live() {
    return !status.isTerminal();
  }

  /** Whether the workflow is still at this task: its token is here. */
  boolean holdsToken() {
    return !progress.settled() && !attempt.retried;
  }

  TaskState withStatus(TaskStatus newStatus) {
    return new TaskState(key, newStatus, attempt, times, data, delivery, progress);
  }

  TaskState withAttempt(Attempt newAttempt) {
    return new TaskState(key, status, newAttempt, times, data, delivery, progress);
  }

  TaskState withTimes(Times newTimes) {
    return new TaskState(key, status, attempt, newTimes, data, delivery, progress);
  }

  TaskState withData(Data newData) {
    return new TaskState(key, status, attempt, times, newData, delivery, progress);
  }

  TaskState withDelivery(Delivery newDelivery) {
    return new TaskState(key, status, attempt, times, data, newDelivery, progress);
  }

  TaskState withProgress(TaskProgress newProgress) {
    return new TaskState(key, status, attempt, times, data, delivery, newProgress);
  }

  TaskState ended(TaskStatus newStatus, long now) {
    var at = new Times(times.scheduled, times.started, now, now, times.firstStarted);
    return withStatus(newStatus).withTimes(at);
  }

  TaskState touched(long now) {
    return withTimes(
        new Times(times.scheduled, times.started, times.ended, now, times.firstStarted));
  }

  /** Undoes an end. */
  TaskState reopened(long now) {
    return withStatus(TaskStatus.IN_PROGRESS)
        .withTimes(new Times(times.scheduled, times.started, 0, now, times.firstStarted))
        .withReason(null);
  }

  TaskState withOutput(Map<String, @Nullable Object> newOutput) {
    return withData(new Data(data.input, newOutput, data.reason));
  }

  TaskState withInput(Map<String, @Nullable Object> newInput) {
    return withData(new Data(newInput, data.output, data.reason));
  }

  TaskState withReason(@Nullable String newReason) {
    return withData(new Data(data.input, data.output, newReason));
  }

  TaskState retried() {
    return withAttempt(new Attempt(attempt.number, attempt.retriedTaskId, true));
  }

  TaskState settled() {
    return withProgress(progress.withSettled(true));
  }

  TaskState unsettled() {
    return withProgress(progress.withSettled(false));
  }

  TaskState withWaiting(int newWaiting) {
    return withProgress(progress.withWaiting(newWaiting));
  }

  TaskState withIteration(int newIteration) {
    return withProgress(progress.withIteration(newIteration));
  }

  TaskState withNotice(int notice) {
    return withProgress(progress.withNotices(progress.notices() | notice));
  }

  TaskState withSubWorkflow(@Nullable String newId) {
    return withProgress(progress.withSubWorkflowId(newId));
  }

  TaskState withWaitUntil(long newInstant) {
    return withProgress(progress.withWaitUntil(newInstant));
  }

  TaskState withDueAt(long newInstant) {
    return withProgress(progress.withDueAt(newInstant));
  }

  @Override
  public String toString() {
    return "%s %s %s #%d".formatted(key.type(), key.ref(), status, attempt.number);
  }
}
