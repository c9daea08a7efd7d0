package dev.millrace.plan;

import dev.millrace.plan.expr.Expr;
import dev.millrace.plan.expr.ExprType;
import dev.millrace.plan.expr.Pred;
import dev.millrace.plan.expr.RandomTrees;
import dev.millrace.plan.expr.TreeJson;
import dev.millrace.plan.io.InProcessStore;
import dev.millrace.plan.io.RedisCommand;
import dev.millrace.plan.io.RedisReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans that load, data for them to read, and requests, made of a seed. Keys and params are those
 * of the folder {@code property}. Not thread-safe.
 */
final class RandomPlans {

  static final Set<Integer> INT_KEYS = Set.of(20, 21);
  static final Set<Integer> NEVER_NULL = Set.of(14, 43);

  private static final int COUNTRY = 3001;
  private static final int MOST_ROWS = 2_000;
  private static final int MANY_ROWS = 20_000;
  private static final int USERS = 9;
  private static final String ENDPOINT = "ep_0001";

  /** Some that are no integer, some that are no user. */
  private static final List<String> LISTED =
      List.of(
          "1",
          "2",
          "3",
          "4",
          "5",
          "6",
          "7",
          "8",
          "9",
          "-5",
          "007",
          "12abc",
          "",
          "+7",
          " 8",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808");

  private final Random random;
  private final RandomTrees trees;

  /** Whether sources have so many rows that the work on them is done in several pieces. */
  private final boolean big;

  /** Of the plan in the making. */
  private final List<Made> made = new ArrayList<>();

  private final ObjectNode exprs = JsonMapper.shared().createObjectNode();
  private final ObjectNode preds = JsonMapper.shared().createObjectNode();

  /**
   * A node of the plan in the making.
   *
   * @param mostRows how many rows it has at most
   * @param keys the columns that it has
   */
  private record Made(ObjectNode json, int mostRows, Set<Integer> keys) {
    String id() {
      return json.get("node_id").stringValue();
    }
  }

  /**
   * @param big whether there are thousands of rows, not hundreds
   */
  RandomPlans(Random random, boolean big) {
    this.random = random;
    this.big = big;
    this.trees = new RandomTrees(random, 40, 41, COUNTRY, COUNTRY);
  }

  ObjectNode plan() {
    int size = 1 + random.nextInt(12);
    while (made.size() < size) {
      add();
    }
    ObjectNode plan = JsonMapper.shared().createObjectNode();
    plan.put("schema_version", 1).put("plan_name", "random");
    List<Made> shuffled = new ArrayList<>(made);
    Collections.shuffle(shuffled, random);
    var nodes = plan.putArray("nodes");
    shuffled.forEach(node -> nodes.add(node.json()));
    var outputs = plan.putArray("outputs");
    outputs.add(made.getLast().id());
    for (int more = random.nextInt(3); more > 0; more--) {
      outputs.add(any().id());
    }
    return plan.set("expr_table", exprs).set("pred_table", preds);
  }

  private Made any() {
    return made.get(random.nextInt(made.size()));
  }

  private void add() {
    if (made.isEmpty() || random.nextInt(8) == 0) {
      addSource();
      return;
    }
    // Mostly chains: the latest rows have been through most.
    Made input = random.nextBoolean() ? made.getLast() : any();
    switch (random.nextInt(15)) {
      case 0, 1, 2 -> addVm(input);
      case 3, 4, 5 -> addFilter(input);
      case 6, 7 -> addSort(input);
      case 8, 9 -> addTake(input, 1 + random.nextInt(random.nextBoolean() ? 4 : someRows() * 2));
      case 10 -> addConcat(input);
      case 11 -> addUnchanged(input);
      case 12 -> addEarlyStop(input);
      default -> addRead(input);
    }
  }

  /** Adds a node and returns its params. */
  private ObjectNode node(String op, Made input, int mostRows, Set<Integer> keys) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("node_id", "n" + made.size()).put("op", op);
    var inputs = json.putArray("inputs");
    if (input != null) {
      inputs.add(input.id());
    }
    made.add(new Made(json, mostRows, keys));
    return json.putObject("params");
  }

  private void addSource() {
    if (random.nextInt(big ? 12 : 3) == 0) {
      node("core::viewer", null, 1, Set.of(COUNTRY)).put("endpoint", ENDPOINT);
    } else {
      int rows =
          big
              ? random.nextInt(MANY_ROWS / 4, MANY_ROWS + 1)
              : random.nextInt(random.nextInt(4) == 0 ? 300 : 30);
      node("test::fixed_source", null, rows, Set.of()).put("row_count", rows);
    }
    for (int columns = random.nextInt(5); columns > 0; columns--) {
      fill(made.getLast());
    }
  }

  /** A column with different values, some of them null: else most trees would read nothing. */
  private void fill(Made input) {
    switch (random.nextInt(4)) {
      case 0 -> addVm(input, 40 + random.nextInt(2), mixed(string(), string()));
      case 1 -> addVm(input, 30 + random.nextInt(2), mixed(bool(), bool()));
      case 2 -> addVm(input, 20 + random.nextInt(2), mixed(new Expr.KeyRef(1), number()));
      default -> {
        Expr scaled = new Expr.Binary(Expr.BinaryOp.MUL, new Expr.KeyRef(1), number());
        addVm(input, 10 + random.nextInt(4), mixed(scaled, number()));
      }
    }
  }

  private Expr mixed(Expr one, Expr other) {
    Expr rest = random.nextBoolean() ? new Expr.ConstNull() : other;
    return new Expr.If(someIds(), one, new Expr.If(someIds(), other, rest));
  }

  /** Some of the first rows, or all but some of them. */
  private Pred someIds() {
    return new Pred.Cmp(
        random.nextBoolean() ? Pred.CmpOp.GT : Pred.CmpOp.NE, new Expr.KeyRef(1), someId());
  }

  private Expr someId() {
    return new Expr.ConstNumber(1 + random.nextInt(someRows()));
  }

  /** About as many as a source has. */
  private int someRows() {
    return big ? MANY_ROWS : 20;
  }

  private Expr number() {
    return new Expr.ConstNumber(random.nextInt(9) - 4);
  }

  private Expr string() {
    return new Expr.ConstString(List.of("US", "CA", "us", "", "aa").get(random.nextInt(5)));
  }

  private Expr bool() {
    return new Expr.ConstBool(random.nextBoolean());
  }

  private void addVm(Made input) {
    ExprType type =
        switch (random.nextInt(6)) {
          case 0 -> ExprType.BOOL;
          case 1 -> ExprType.STRING;
          default -> ExprType.NUMBER;
        };
    int key = target(type);
    Expr expr = trees.expr(type, random.nextInt(5));
    boolean mayBeNull = !NEVER_NULL.contains(key) || random.nextBoolean();
    if (!mayBeNull) {
      expr = new Expr.Coalesce(expr, defaultOf(type));
    }
    addVm(input, key, expr);
  }

  private void addVm(Made input, int key, Expr expr) {
    String id = "e" + exprs.size();
    exprs.set(id, TreeJson.of(expr));
    Set<Integer> keys = new HashSet<>(input.keys());
    keys.add(key);
    node("core::vm", input, input.mostRows(), keys).put("out_key", key).put("expr_id", id);
  }

  private int target(ExprType type) {
    return switch (type) {
      case NUMBER -> random.nextInt(16) == 0 ? 20 + random.nextInt(2) : 10 + random.nextInt(5);
      case BOOL -> 30 + random.nextInt(2);
      case STRING, NULL -> random.nextInt(3) == 0 ? COUNTRY : 40 + random.nextInt(4);
    };
  }

  private static Expr defaultOf(ExprType type) {
    return type == ExprType.STRING ? new Expr.ConstString("none") : new Expr.ConstNumber(0.25);
  }

  private void addFilter(Made input) {
    Pred pred = trees.pred(random.nextInt(5));
    addFilter(input, random.nextBoolean() ? pred : new Pred.Or(someIds(), pred));
  }

  private void addFilter(Made input, Pred pred) {
    String id = "p" + preds.size();
    preds.set(id, TreeJson.of(pred));
    node("core::filter", input, input.mostRows(), input.keys()).put("pred_id", id);
  }

  /** A filter that may stop early, unless a row behind the last one that is taken would fail. */
  private void addEarlyStop(Made input) {
    if (random.nextBoolean()) {
      addFilter(input);
      Expr shifted = new Expr.Binary(Expr.BinaryOp.SUB, new Expr.KeyRef(1), someId());
      addVm(
          made.getLast(), 14, new Expr.Binary(Expr.BinaryOp.DIV, new Expr.ConstNumber(1), shifted));
    } else {
      addVm(input, 40, string());
      Pred pattern = new Pred.Regex(40, new Pred.Pattern.Param(6), false);
      addFilter(made.getLast(), new Pred.Or(someIds(), pattern));
    }
    addTake(made.getLast(), 1 + random.nextInt(3));
  }

  private void addTake(Made input, int count) {
    node("core::take", input, Math.min(count, input.mostRows()), input.keys()).put("count", count);
  }

  private void addSort(Made input) {
    List<Integer> keys = new ArrayList<>(input.keys());
    Collections.sort(keys);
    keys.add(1);
    ObjectNode params =
        node("core::sort", input, input.mostRows(), input.keys())
            .put("by", keys.get(random.nextInt(keys.size())));
    if (random.nextBoolean()) {
      params.put("order", random.nextInt(3) == 0 ? "asc" : "desc");
    }
  }

  private void addConcat(Made input) {
    Made rhs = any();
    if (input.mostRows() + rhs.mostRows() <= (big ? 2 * MANY_ROWS : MOST_ROWS)) {
      Set<Integer> keys = new HashSet<>(input.keys());
      keys.addAll(rhs.keys());
      node("core::concat", input, input.mostRows() + rhs.mostRows(), keys).put("rhs", rhs.id());
    }
  }

  private void addUnchanged(Made input) {
    if (random.nextInt(4) == 0) {
      node("test::busy_cpu", input, input.mostRows(), input.keys()).put("busy_wait_ms", 0);
    } else {
      node("test::sleep", input, input.mostRows(), input.keys())
          .put("duration_ms", random.nextInt(2))
          .put("fail_after_sleep", random.nextInt(5) == 0);
    }
  }

  private void addRead(Made input) {
    int fanout = 1 + random.nextInt(5);
    if (input.mostRows() * 5 > MOST_ROWS) {
      return;
    }
    ObjectNode params =
        switch (random.nextInt(3)) {
          case 0 -> node("core::media", input, input.mostRows() * 5, Set.of());
          case 1 -> node("core::follow", input, input.mostRows() * 5, Set.of(COUNTRY));
          default -> node("core::recommendation", input, input.mostRows() * 5, Set.of(COUNTRY));
        };
    params.put("endpoint", ENDPOINT);
    if (random.nextInt(4) != 0) {
      params.put("fanout", fanout);
    }
  }

  /** Users 1 to {@link #USERS}, some without anything, a few with the wrong type of value. */
  InProcessStore store() {
    InProcessStore store = new InProcessStore();
    for (int user = 1; user <= USERS; user++) {
      switch (random.nextInt(40)) {
        case 0 -> write(store, "SET", "user:" + user, "no hash");
        case 1, 2, 3, 4 -> write(store, "HSET", "user:" + user, "name", "no country");
        case 5, 6 -> write(store, "HSET", "user:" + user, "country", "");
        case 7, 8, 9 -> {}
        default ->
            write(
                store, "HSET", "user:" + user, "country", List.of("US", "CA", "us").get(user % 3));
      }
      for (String list : List.of("follow", "recommendation", "media")) {
        if (random.nextInt(30) == 0) {
          write(store, "SET", list + ":" + user, "no list");
          continue;
        }
        for (int items = random.nextInt(6); items > 0; items--) {
          write(store, "RPUSH", list + ":" + user, LISTED.get(random.nextInt(LISTED.size())));
        }
      }
    }
    return store;
  }

  private static void write(InProcessStore store, String name, String... arguments) {
    if (store.execute(RedisCommand.of(name, arguments)) instanceof RedisReply.ServerError error) {
      throw new AssertionError(error.message());
    }
  }

  PlanRequest request() {
    PlanRequest request =
        PlanRequest.of("r", 1 + random.nextInt(USERS + 1)).withParams(trees.params());
    return random.nextInt(4) == 0 ? request.withTrace() : request;
  }
}
