package dev.millrace.server.flow;

import dev.millrace.client.TaskDef;
import dev.millrace.client.WorkflowDef;
import dev.millrace.client.WorkflowTask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A workflow definition, checked and linked, with the task definitions of the moment it was
 * compiled. Immutable; any number of workflows share one.
 */
public final class FlowDef {

  private final WorkflowDef source;
  private final StepTree tree;
  private final Template.Fields outputs;

  private FlowDef(WorkflowDef source, StepTree tree) {
    this.source = source;
    this.tree = tree;
    this.outputs = Template.fields(source.outputParameters());
  }

  /** What came of compiling. */
  public sealed interface Compiled {

    record Ok(FlowDef definition) implements Compiled {}

    record Invalid(List<DefinitionFault> faults) implements Compiled {
      public Invalid {
        faults = List.copyOf(faults);
      }
    }
  }

  /**
   * Checks and links a definition.
   *
   * @param taskDefs the registered task definitions by name
   */
  public static Compiled compile(WorkflowDef source, Function<String, @Nullable TaskDef> taskDefs) {
    var faults = new ArrayList<DefinitionFault>();
    var whole = source.withTasks(source.tasks().stream().map(t -> defined(t, taskDefs)).toList());
    var tree = new StepCompiler(taskDefs, faults).compile(whole.tasks());
    if (tree != null) {
      faults.addAll(DefinitionCheck.check(whole, tree));
    }
    return tree == null || !faults.isEmpty()
        ? new Compiled.Invalid(faults)
        : new Compiled.Ok(new FlowDef(whole, tree));
  }

  /** The task, and all that is inside of it, with what is known of their types now. */
  private static WorkflowTask defined(
      WorkflowTask task, Function<String, @Nullable TaskDef> taskDefs) {
    var whole = task.withInnerTasks(inner -> defined(inner, taskDefs));
    var known = task.taskDefinition();
    return whole.withTaskDefinition(
        known != null || Values.text(task.name()) == null ? known : taskDefs.apply(task.name()));
  }

  /**
   * The definition with the task definitions in it. Whoever stores this and compiles it later gets
   * the same rules, whatever was registered in the meantime.
   */
  public WorkflowDef source() {
    return source;
  }

  public String name() {
    return source.name();
  }

  public int version() {
    return source.version();
  }

  StepTree tree() {
    return tree;
  }

  Template.Fields outputs() {
    return outputs;
  }

  /** The definition of a step with its task definition in it, or null if there is no such step. */
  public @Nullable WorkflowTask task(String referenceName) {
    var step = tree.find(referenceName);
    return step == null ? null : step.source();
  }

  @Override
  public String toString() {
    return name() + "." + version() + ", " + tree;
  }
}
