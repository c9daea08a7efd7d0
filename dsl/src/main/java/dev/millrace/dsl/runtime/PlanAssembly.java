package dev.millrace.dsl.runtime;

import dev.millrace.dsl.eval.Arguments;
import dev.millrace.dsl.eval.Interpreter;
import dev.millrace.dsl.eval.ListValue;
import dev.millrace.dsl.eval.Meter;
import dev.millrace.dsl.eval.ObjectValue;
import dev.millrace.dsl.eval.Value;
import dev.millrace.dsl.source.Diagnostic;
import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.source.Suggestion;
import dev.millrace.plan.op.OpSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The plan as its code builds it, node by node. Not thread-safe. */
public final class PlanAssembly {

  private final PlanNames names;
  private final Meter meter;
  private final Symbols symbols;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Object> exprTable = new LinkedHashMap<>();
  private final Map<String, Object> predTable = new LinkedHashMap<>();

  /** Ids in the tables by the text of what they stand for: the same expression has one id. */
  private final Map<String, String> tableIds = new HashMap<>();

  private final TreeMap<String, Object> capabilities = new TreeMap<>();
  private final Map<String, Place> places = new HashMap<>();
  private final List<Integer> outputs = new ArrayList<>();
  private long tableChars;

  /** A node of the plan. */
  record Node(
      String id,
      OpSpec op,
      List<String> inputs,
      Map<String, Object> params,
      @Nullable Object extensions,
      Place at) {}

  public PlanAssembly(PlanNames names, Meter meter) {
    this.names = names;
    this.meter = meter;
    this.symbols = new Symbols(meter.limits());
  }

  PlanNames names() {
    return names;
  }

  Symbols symbols() {
    return symbols;
  }

  /** Runs the code that builds the plan. */
  public void build(PlanDefinition definition, Interpreter interpreter) {
    Value result =
        interpreter.callFromHost(
            definition.build(), List.of(new PlanContext(this)), definition.at());
    List<Value> results = result instanceof ListValue list ? list.items() : List.of(result);
    for (Value output : results) {
      if (!(output instanceof RowSetValue rows) || rows.plan() != this) {
        throw definition
            .at()
            .refuse(
                "build must return a row set or an array of them, not %s; is a 'return' missing?",
                output.shown());
      }
      outputs.add(rows.node());
    }
    if (outputs.isEmpty()) {
      throw definition.at().refuse("build returned an empty array: a plan has at least one output");
    }
  }

  /** {@code .op("acme::boost", {...})}. */
  Value addNamed(List<RowSetValue> inputs, Interpreter in, List<Value> values, Place at) {
    var given = new Arguments("op", values, at);
    String name = given.string(0);
    OpSpec op =
        names
            .op(name)
            .orElseThrow(() ->
                at.refuse(
                    "unknown op '%s'%s",
                    name, Suggestion.of(name, names.ops().stream().map(OpSpec::name).toList())));
    return add(op, inputs, in, values.subList(1, values.size()), at);
  }

  Value add(OpSpec op, List<RowSetValue> inputs, Interpreter in, List<Value> values, Place at) {
    in.meter().step(at);
    if (nodes.size() >= meter.limits().nodes()) {
      throw at.refuse("a plan has at most %d nodes", meter.limits().nodes());
    }
    var given = new Arguments(op.shortName(), values, at);
    ObjectValue options = given.has(0) ? given.object(0) : new ObjectValue();
    int index = nodes.size();
    var reader = new OptionReader(this, op, options, at, index);
    List<String> sources = reader.inputs(inputs);
    Map<String, Object> params = reader.params();
    nodes.add(new Node("n" + index, op, sources, params, reader.extensions(), at));
    places.put("$.nodes[%d]".formatted(index), at);
    return new RowSetValue(this, index);
  }

  String nodeId(RowSetValue rows, Place at) {
    if (rows.plan() != this) {
      throw at.refuse("this row set belongs to another plan");
    }
    return nodes.get(rows.node()).id();
  }

  String exprId(Value value, Place at) {
    Symbol.OfExpr expr = symbols.expr(value, at);
    return tableId("e", exprTable, ExprJson.of(expr.expr()), expr.size(), at);
  }

  String predId(Value value, Place at) {
    Symbol.OfPred pred = symbols.pred(value, at);
    return tableId("p", predTable, ExprJson.of(pred.pred()), pred.size(), at);
  }

  private String tableId(
      String prefix, Map<String, Object> table, Object json, Symbol.Size size, Place at) {
    meter.steps(size.parts(), at);
    String text = prefix + JsonWriter.compact(json);
    String known = tableIds.get(text);
    if (known != null) {
      return known;
    }
    tableChars += text.length();
    if (tableChars > meter.limits().outputChars()) {
      throw at.refuse(
          "the plan's expressions have more than %d characters", meter.limits().outputChars());
    }
    String id = prefix + table.size();
    table.put(id, json);
    tableIds.put(text, id);
    places.put("$.%s_table.%s".formatted(prefix.equals("e") ? "expr" : "pred", id), at);
    return id;
  }

  void place(String path, Place at) {
    places.put(path, at);
  }

  void require(String capability, Value payload, Place at) {
    if (!names.capabilities().contains(capability)) {
      throw at.refuse(
          "unknown capability '%s'%s", capability, Suggestion.of(capability, names.capabilities()));
    }
    Object json =
        payload instanceof Value.Undefined ? JsonWriter.ABSENT : PlainJson.of(payload, meter, at);
    if (capabilities.put(capability, json) != null) {
      throw at.refuse("capability '%s' is already required", capability);
    }
    places.put("$.extensions." + capability, at);
  }

  Object json(Value value, Place at) {
    return PlainJson.of(value, meter, at);
  }

  boolean requires(String capability) {
    return capabilities.containsKey(capability);
  }

  /** The plan as JSON values, in the order of its fields. */
  public Map<String, Object> document(String name, Map<String, Object> builtBy) {
    return new PlanDocument(nodes, outputs, exprTable, predTable, capabilities)
        .fields(name, builtBy);
  }

  /** Where the code is that made a part of the plan; the nearest enclosing part that is known. */
  public @Nullable Place placeOf(String path) {
    String part = path;
    while (!part.isEmpty()) {
      Place place = places.get(part);
      if (place != null) {
        return place;
      }
      int cut = Math.max(part.lastIndexOf('.'), part.lastIndexOf('['));
      part = part.substring(0, Math.max(0, cut));
    }
    return null;
  }

  /** Nodes that nobody uses: they run all the same. */
  public List<Diagnostic> unused() {
    var used = new HashSet<String>();
    outputs.forEach(output -> used.add(nodes.get(output).id()));
    for (Node node : nodes) {
      used.addAll(node.inputs());
      node.op().params().stream()
          .filter(param -> param.type() == dev.millrace.plan.op.OpParam.Type.NODE)
          .map(param -> node.params().get(param.name()))
          .filter(String.class::isInstance)
          .forEach(id -> used.add((String) id));
    }
    return nodes.stream()
        .filter(node -> !used.contains(node.id()))
        .map(node ->
            Diagnostic.at(
                node.at(),
                "nobody uses the rows of this %s; it runs all the same"
                    .formatted(node.op().shortName())))
        .toList();
  }
}
