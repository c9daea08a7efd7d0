package dev.millrace.plan;

import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * What a plan means: each node evaluated once, in lists and maps, straight from the plan's JSON and
 * the words of the format. Knows nothing of the engine, of batches or of threads.
 */
final class NaivePlan {

  private static final int COUNTRY = 3001;

  /** Of all ops: the lists of random data are shorter than any default. */
  private static final long DEFAULT_FANOUT = 10;

  /** A node fails with this code. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
    final PlanError.Code code;

    Failure(PlanError.Code code) {
      super(code.name(), null, false, false);
      this.code = code;
    }
  }

  /**
   * What a request may be answered with.
   *
   * @param outputs the rows of the outputs, if nothing fails
   * @param failures otherwise: each node that fails, with its code; which of them is told depends
   *     on which is first
   */
  record Meaning(List<NaiveRows> outputs, Map<String, PlanError.Code> failures) {}

  private final JsonNode plan;
  private final InProcessStore store;
  private final PlanRequest request;
  private final NaiveTrees trees;
  private final Map<String, JsonNode> nodes = new LinkedHashMap<>();
  private final Map<String, NaiveRows> done = new HashMap<>();
  private final Map<String, PlanError.Code> failures = new HashMap<>();
  private final Set<String> skipped = new HashSet<>();
  private final Set<Integer> intKeys;
  private final Set<Integer> neverNull;

  /**
   * @param intKeys the keys of integers
   * @param neverNull the keys that have no null
   */
  NaivePlan(
      JsonNode plan,
      InProcessStore store,
      PlanRequest request,
      Set<Integer> intKeys,
      Set<Integer> neverNull) {
    this.plan = plan;
    this.store = store;
    this.request = request;
    this.trees = new NaiveTrees(request.params());
    this.intKeys = intKeys;
    this.neverNull = neverNull;
    plan.get("nodes").forEach(node -> nodes.put(node.get("node_id").stringValue(), node));
  }

  Meaning meaning() {
    for (String id : nodes.keySet()) {
      NaiveRows _ = evaluate(id);
    }
    if (!failures.isEmpty()) {
      return new Meaning(List.of(), failures);
    }
    List<NaiveRows> outputs =
        plan.get("outputs").valueStream().map(id -> done.get(id.stringValue())).toList();
    return new Meaning(outputs, Map.of());
  }

  /** The rows of a node; null if it has none because something failed. */
  private NaiveRows evaluate(String id) {
    if (done.containsKey(id) || failures.containsKey(id) || skipped.contains(id)) {
      return done.get(id);
    }
    JsonNode node = nodes.get(id);
    List<NaiveRows> inputs = new ArrayList<>();
    node.get("inputs").forEach(input -> inputs.add(evaluate(input.stringValue())));
    if (node.get("params").has("rhs")) {
      inputs.add(evaluate(node.get("params").get("rhs").stringValue()));
    }
    if (inputs.contains(null)) {
      skipped.add(id);
      return null;
    }
    try {
      done.put(id, run(node, inputs));
    } catch (Failure failure) {
      failures.put(id, failure.code);
    }
    return done.get(id);
  }

  private NaiveRows run(JsonNode node, List<NaiveRows> inputs) {
    JsonNode params = node.get("params");
    String op = node.get("op").stringValue();
    return switch (op) {
      case "core::viewer" -> users(List.of(request.userId()));
      case "core::follow" -> users(listed("follow", inputs.get(0), params));
      case "core::recommendation" -> users(listed("recommendation", inputs.get(0), params));
      case "core::media" -> ids(listed("media", inputs.get(0), params));
      case "core::vm" -> computed(inputs.get(0), params);
      case "core::filter" -> {
        JsonNode pred = plan.get("pred_table").get(params.get("pred_id").stringValue());
        NaiveRows input = inputs.get(0);
        yield input.withRows(input.rows().stream().filter(row -> trees.holds(pred, row)).toList());
      }
      case "core::sort" -> sorted(inputs.get(0), params);
      case "core::take" -> {
        NaiveRows input = inputs.get(0);
        yield input.withRows(input.rows().stream().limit(params.get("count").longValue()).toList());
      }
      case "core::concat" -> concat(inputs.get(0), inputs.get(1));
      case "test::fixed_source" ->
          ids(LongStream.rangeClosed(1, params.get("row_count").longValue()).boxed().toList());
      case "test::sleep" -> {
        if (params.path("fail_after_sleep").asBoolean(false)) {
          throw new Failure(PlanError.Code.NODE_FAILED);
        }
        yield inputs.get(0);
      }
      case "test::busy_cpu" -> inputs.get(0);
      default -> throw new AssertionError("no such op: " + op);
    };
  }

  private static NaiveRows ids(List<Long> ids) {
    return new NaiveRows(
        ids.stream().map(id -> new NaiveRows.Row(id, new TreeMap<>())).toList(), new TreeSet<>());
  }

  /** One command at a time: what pipelining must not change. */
  private NaiveRows users(List<Long> ids) {
    NaiveRows users = ids(ids);
    SortedSet<Integer> keys = new TreeSet<>(Set.of(COUNTRY));
    List<NaiveRows.Row> rows = new ArrayList<>();
    for (NaiveRows.Row user : users.rows()) {
      RedisReply reply = store.execute(RedisCommand.of("HGETALL", "user:" + user.id()));
      if (!(reply instanceof RedisReply.Fields(Map<String, String> fields))) {
        throw new Failure(PlanError.Code.IO_FAILED);
      }
      rows.add(user.with(COUNTRY, fields.get("country")));
    }
    return new NaiveRows(rows, keys);
  }

  private List<Long> listed(String list, NaiveRows input, JsonNode params) {
    String last = String.valueOf(params.path("fanout").asLong(DEFAULT_FANOUT) - 1);
    List<Long> ids = new ArrayList<>();
    for (NaiveRows.Row row : input.rows()) {
      RedisReply reply = store.execute(RedisCommand.of("LRANGE", list + ":" + row.id(), "0", last));
      if (!(reply instanceof RedisReply.Elements(List<String> elements))) {
        throw new Failure(PlanError.Code.IO_FAILED);
      }
      for (String element : elements) {
        if (element.matches("-?[0-9]+")) {
          addIfLong(element, ids);
        }
      }
    }
    return ids;
  }

  private static void addIfLong(String digits, List<Long> ids) {
    try {
      ids.add(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      // Out of range: skipped, as the format says.
      assert digits.length() > 18;
    }
  }

  private NaiveRows computed(NaiveRows input, JsonNode params) {
    int key = params.get("out_key").intValue();
    JsonNode expr = plan.get("expr_table").get(params.get("expr_id").stringValue());
    SortedSet<Integer> keys = new TreeSet<>(input.keys());
    keys.add(key);
    List<NaiveRows.Row> rows = new ArrayList<>();
    for (NaiveRows.Row row : input.rows()) {
      rows.add(row.with(key, stored(key, trees.value(expr, row))));
    }
    return new NaiveRows(rows, keys);
  }

  private Object stored(int key, Object value) {
    boolean isBad =
        switch (value) {
          case null -> neverNull.contains(key);
          case Double number -> !Double.isFinite(number) || !fits(key, number);
          default -> false;
        };
    if (isBad) {
      throw new Failure(PlanError.Code.NODE_FAILED);
    }
    return intKeys.contains(key) && value instanceof Double number
        ? (Object) number.longValue()
        : value;
  }

  private boolean fits(int key, double number) {
    return !intKeys.contains(key)
        || (number == Math.rint(number) && number >= -0x1p63 && number < 0x1p63);
  }

  private static NaiveRows sorted(NaiveRows input, JsonNode params) {
    int key = params.get("by").intValue();
    Comparator<Object> order = NaiveTrees::order;
    if (params.path("order").asString("asc").equals("desc")) {
      order = order.reversed();
    }
    List<NaiveRows.Row> rows = new ArrayList<>(input.rows());
    rows.sort(
        Comparator.comparing(
            row -> key == 1 ? (Long) row.id() : row.cells().get(key), Comparator.nullsLast(order)));
    return input.withRows(rows);
  }

  private static NaiveRows concat(NaiveRows left, NaiveRows right) {
    SortedSet<Integer> keys = new TreeSet<>(left.keys());
    keys.addAll(right.keys());
    List<NaiveRows.Row> rows = new ArrayList<>(left.rows());
    rows.addAll(right.rows());
    return new NaiveRows(rows, keys);
  }
}
