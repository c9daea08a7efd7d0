package dev.millrace.server.flow;

import dev.millrace.client.WorkflowTask;
import org.jspecify.annotations.Nullable;

/**
 * A step of a definition and where it stands in it. Immutable, compared by identity: a chain of
 * steps may be long.
 */
final class Step {

  private final WorkflowTask source;
  private final StepKind kind;
  private final Template.Fields inputs;
  private final TaskRules rules;
  private final Place place;

  /**
   * Where a step stands.
   *
   * @param next what follows; null at the end of a chain. After the last step of a switch's way
   *     follows what follows the switch
   * @param loop the loop whose body it is in
   * @param fork the fork, within that loop, in whose branch it is
   */
  record Place(@Nullable Step next, @Nullable String loop, @Nullable String fork) {
    @Override
    public String toString() {
      return "loop " + loop + ", fork " + fork;
    }
  }

  Step(WorkflowTask source, StepKind kind, TaskRules rules, Place place) {
    this.source = source;
    this.kind = kind;
    this.inputs = Template.fields(source.inputParameters());
    this.rules = rules;
    this.place = place;
  }

  /** The same step as another task, which a dynamic step became. */
  Step as(WorkflowTask task) {
    var definition = task.taskDefinition();
    var newRules =
        definition == null ? TaskRules.undefined() : TaskRules.of(definition, task.retryCount());
    return new Step(task, kind, newRules, place);
  }

  String ref() {
    return source.taskReferenceName();
  }

  StepKind kind() {
    return kind;
  }

  Template.Fields inputs() {
    return inputs;
  }

  TaskRules rules() {
    return rules;
  }

  @Nullable Step next() {
    return place.next();
  }

  @Nullable String loop() {
    return place.loop();
  }

  @Nullable String fork() {
    return place.fork();
  }

  boolean optional() {
    return source.optional();
  }

  boolean permissive() {
    return source.permissive() && !source.optional();
  }

  WorkflowTask source() {
    return source;
  }

  @Override
  public String toString() {
    return source.type() + " " + ref();
  }
}
