package dev.millrace.plan.op;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * The name, params and promises of an op.
 *
 * <pre>{@code
 * OpSpec.of("acme::boost", 1)
 *     .withParam(OpParam.number("factor").withRequired())
 *     .withContract(OutputContract.UNARY_PRESERVE_VIEW)
 * }</pre>
 *
 * @param name qualified: {@code namespace::name}
 * @param inputs how many inputs a node has, beside the nodes that its params name
 * @param contract how the rows it gives relate to those it gets
 * @param writes which columns it adds or replaces
 * @param cost how much work it is, which decides where it runs
 */
public record OpSpec(
    String name,
    int inputs,
    List<OpParam> params,
    OutputContract contract,
    Writes writes,
    Cost cost,
    String doc) {

  /** How much work a node is. */
  public enum Cost {
    /** Whatever its input: runs where the request runs. */
    CHEAP,
    /** Grows with the rows: few are done where the request runs, many may go to another worker. */
    PER_ROW,
    /** May take long or block its thread: gets a thread of its own. */
    HEAVY
  }

  public OpSpec {
    requireNonNull(name, "name is null");
    params = List.copyOf(params);
    requireNonNull(contract, "contract is null");
    requireNonNull(writes, "writes is null");
    requireNonNull(cost, "cost is null");
    requireNonNull(doc, "doc is null");
    if (!name.matches("[a-z][a-z0-9_]*::[a-z][a-z0-9_]*")) {
      throw new IllegalArgumentException("op name '%s' is not namespace::name".formatted(name));
    }
    if (inputs < 0) {
      throw new IllegalArgumentException("op '%s' has %d inputs".formatted(name, inputs));
    }
  }

  /** An op that makes new rows and promises nothing else. */
  public static OpSpec of(String name, int inputs) {
    return new OpSpec(
        name, inputs, List.of(), OutputContract.VARIABLE_DENSE, Writes.NONE, Cost.PER_ROW, "");
  }

  public OpSpec withParam(OpParam param) {
    List<OpParam> more = new ArrayList<>(params);
    more.add(param);
    return new OpSpec(name, inputs, more, contract, writes, cost, doc);
  }

  public OpSpec withContract(OutputContract newContract) {
    return new OpSpec(name, inputs, params, newContract, writes, cost, doc);
  }

  public OpSpec withWrites(Writes newWrites) {
    return new OpSpec(name, inputs, params, contract, newWrites, cost, doc);
  }

  public OpSpec withCost(Cost newCost) {
    return new OpSpec(name, inputs, params, contract, writes, newCost, doc);
  }

  public OpSpec withDoc(String newDoc) {
    return new OpSpec(name, inputs, params, contract, writes, cost, newDoc);
  }

  /** What follows the namespace, as error messages begin. */
  public String shortName() {
    return name.substring(name.indexOf("::") + 2);
  }
}
