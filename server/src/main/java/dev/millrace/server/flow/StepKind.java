package dev.millrace.server.flow;

import dev.millrace.client.SubWorkflowParams;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a step does, with what its definition says of it. Immutable. */
sealed interface StepKind {

  /** Waits in a queue for a worker: SIMPLE and every type that is not known here. */
  record Worker() implements StepKind {}

  /** Waits in a queue for the server itself, which talks to the outside: HTTP. */
  record Remote() implements StepKind {}

  /** A worker task whose type is in its input. */
  record Dynamic(String nameParam) implements StepKind {}

  /**
   * Takes one of several ways.
   *
   * @param script whether the expression is JavaScript, not the name of an input
   * @param legacy DECISION, which shows less of its input
   */
  record Switch(
      String expression,
      boolean script,
      boolean legacy,
      Map<String, Step> cases,
      List<String> emptyCases,
      @Nullable Step otherwise)
      implements StepKind {}

  /** Takes all ways at once. */
  record Fork(List<Step> branches) implements StepKind {}

  /** Takes as many ways as its input says. */
  record DynamicFork(
      @Nullable String tasksParam, @Nullable String inputsParam, @Nullable String listParam)
      implements StepKind {}

  record Join(List<String> joinOn) implements StepKind {}

  record ExclusiveJoin(List<String> joinOn, List<String> defaults) implements StepKind {}

  /**
   * Runs its body again and again.
   *
   * @param items a list to go through, or null
   * @param inside the reference names of all steps in the body, at any depth
   */
  record Loop(@Nullable String condition, @Nullable Template items, Step body, List<String> inside)
      implements StepKind {}

  /** Runs another workflow and waits for it. */
  record Child(SubWorkflowParams params, Template shape) implements StepKind {}

  /** Starts another workflow and does not wait. */
  record Detached() implements StepKind {}

  record SetVariables() implements StepKind {}

  record Terminate() implements StepKind {}

  record Wait() implements StepKind {}

  record Human() implements StepKind {}

  record Inline(@Nullable String script) implements StepKind {}

  record Jq() implements StepKind {}

  record Noop() implements StepKind {}

  /** Sends an event. */
  record Publish(Template sink) implements StepKind {}

  /** Whether a task of this kind only waits for others of the same workflow. */
  default boolean passive() {
    return this instanceof Join || this instanceof ExclusiveJoin || this instanceof Loop;
  }

  /** Whether a task of this kind is put into a queue. */
  default boolean queued() {
    return this instanceof Worker || this instanceof Remote || this instanceof Dynamic;
  }

  /** Whether a failed task of this kind is tried again. */
  default boolean retriable() {
    return switch (this) {
      case Switch _, Fork _, DynamicFork _, Join _, ExclusiveJoin _, Loop _ -> false;
      case Worker _,
          Remote _,
          Dynamic _,
          Child _,
          Detached _,
          SetVariables _,
          Terminate _,
          Wait _,
          Human _,
          Inline _,
          Jq _,
          Noop _,
          Publish _ ->
          true;
    };
  }
}
