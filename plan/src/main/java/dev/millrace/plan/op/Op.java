package dev.millrace.plan.op;

/**
 * What nodes of one kind do. Built-in and custom ones are alike: a public class with a public
 * constructor without parameters, named in {@code META-INF/services/dev.millrace.plan.op.Op}.
 * Stateless and thread-safe.
 */
public interface Op {

  /** Its name, params and promises. Always the same object. */
  OpSpec spec();

  /**
   * Makes the code of one node from its params, once, when the plan is loaded. Everything that can
   * be refused is refused here: at run time only data and IO may fail.
   *
   * @throws BadParamException if a param is wrong in a way that {@link OpSpec} cannot say
   */
  NodeCode prepare(NodeSetup setup);
}
