package dev.millrace.server.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Definitions made by chance. The same seed makes the same one. */
final class RandomFlow {

  private static final int MAX_DEPTH = 3;

  private final Random random;
  private final List<String> children;
  private int refs;

  /** What was made of a chain: its tasks, and the name of the last one. */
  private record Chain(String tasks, String last) {}

  /**
   * @param children workflows that may be run as sub-workflows
   */
  RandomFlow(Random random, List<String> children) {
    this.random = random;
    this.children = children;
  }

  String tasks() {
    return "[" + chain(0).tasks() + "]";
  }

  private Chain chain(int depth) {
    var tasks = new ArrayList<String>();
    var last = "";
    int length = 1 + random.nextInt(depth == 0 ? 4 : 3);
    for (int i = 0; i < length; i++) {
      var part = part(depth);
      tasks.add(part.tasks());
      last = part.last();
    }
    return new Chain(String.join(",", tasks), last);
  }

  private Chain part(int depth) {
    int kind = random.nextInt(depth < MAX_DEPTH ? 20 : 12);
    return switch (kind) {
      case 0 -> one("NOOP", "");
      case 1 ->
          one(
              "INLINE",
              ",\"inputParameters\":{\"evaluatorType\":\"value-param\",\"expression\":\"q\",\"q\":1}");
      case 2 ->
          one(
              "WAIT",
              ",\"inputParameters\":{\"duration\":\"" + (1 + random.nextInt(5)) + " seconds\"}");
      case 3 -> one("HUMAN", "");
      case 4 ->
          one(
              "SET_VARIABLE",
              ",\"inputParameters\":{\"v" + random.nextInt(3) + "\":" + random.nextInt(9) + "}");
      case 5 -> child();
      case 6 -> random.nextInt(6) == 0 ? terminate() : simple();
      case 7, 8, 9, 10, 11 -> simple();
      case 12, 13 -> choice(depth);
      case 14, 15, 16 -> fork(depth);
      case 17 -> dynamicFork();
      default -> loop(depth);
    };
  }

  private String ref() {
    return "r" + refs++;
  }

  private Chain one(String type, String more) {
    var ref = ref();
    return new Chain(
        "{\"name\":\"%1$s\",\"taskReferenceName\":\"%1$s\",\"type\":\"%2$s\"%3$s}"
            .formatted(ref, type, more),
        ref);
  }

  private Chain simple() {
    var ref = ref();
    var name = "t" + random.nextInt(3);
    var flags =
        switch (random.nextInt(8)) {
          case 0 -> ",\"optional\":true";
          case 1 -> ",\"permissive\":true";
          case 2 -> ",\"startDelay\":2";
          default -> "";
        };
    return new Chain(
        "{\"name\":\"%s\",\"taskReferenceName\":\"%s\",\"type\":\"SIMPLE\",\"inputParameters\":{\"v\":\"${workflow.variables.v0}\"}%s}"
            .formatted(name, ref, flags),
        ref);
  }

  private Chain child() {
    if (children.isEmpty()) {
      return simple();
    }
    var name = children.get(random.nextInt(children.size()));
    return one("SUB_WORKFLOW", ",\"subWorkflowParam\":{\"name\":\"" + name + "\",\"version\":1}");
  }

  private Chain terminate() {
    var status = List.of("COMPLETED", "FAILED", "TERMINATED").get(random.nextInt(3));
    return one("TERMINATE", ",\"inputParameters\":{\"terminationStatus\":\"" + status + "\"}");
  }

  private Chain choice(int depth) {
    var value = List.of("A", "B", "C").get(random.nextInt(3));
    var a = chain(depth + 1);
    var b = random.nextBoolean() ? chain(depth + 1).tasks() : "";
    var made =
        one(
            "SWITCH",
            """
            ,"evaluatorType":"value-param","expression":"c","inputParameters":{"c":"%s"},
            "decisionCases":{"A":[%s],"B":[]},"defaultCase":[%s]\
            """
                .formatted(value, a.tasks(), b));
    if (random.nextInt(4) > 0) {
      return made;
    }
    var join =
        one("EXCLUSIVE_JOIN", ",\"joinOn\":[\"" + a.last() + "\"],\"defaultExclusiveJoinTask\":[]");
    return new Chain(made.tasks() + "," + join.tasks(), join.last());
  }

  private Chain fork(int depth) {
    var branches = new ArrayList<String>();
    var joinOn = new ArrayList<String>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      var branch = chain(depth + 1);
      branches.add("[" + branch.tasks() + "]");
      if (random.nextInt(6) > 0) {
        joinOn.add('"' + branch.last() + '"');
      }
    }
    var fork = one("FORK_JOIN", ",\"forkTasks\":[" + String.join(",", branches) + "]");
    var join = one("JOIN", ",\"joinOn\":[" + String.join(",", joinOn) + "]");
    return new Chain(fork.tasks() + "," + join.tasks(), join.last());
  }

  private Chain dynamicFork() {
    var inputs = new ArrayList<String>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      inputs.add("{\"k\":" + i + "}");
    }
    // One task name for each fork, so that the names of branches do not clash.
    var name = "d" + refs;
    var fork =
        one(
            "FORK_JOIN_DYNAMIC",
            ",\"inputParameters\":{\"forkTaskName\":\"%s\",\"forkTaskInputs\":[%s]}"
                .formatted(name, String.join(",", inputs)));
    var join = one("JOIN", "");
    return new Chain(fork.tasks() + "," + join.tasks(), join.last());
  }

  private Chain loop(int depth) {
    var ref = ref();
    var body = chain(depth + 1);
    int turns = 1 + random.nextInt(3);
    var until =
        random.nextInt(3) == 0
            ? "\"items\":\"${workflow.input.items}\""
            : "\"loopCondition\":\"$.%s['iteration'] < %d\"".formatted(ref, turns);
    var keep = random.nextInt(3) == 0 ? "{\"keepLastN\":2}" : "{}";
    return new Chain(
        "{\"name\":\"%1$s\",\"taskReferenceName\":\"%1$s\",\"type\":\"DO_WHILE\",\"inputParameters\":%2$s,%3$s,\"loopOver\":[%4$s]}"
            .formatted(ref, keep, until, body.tasks()),
        ref);
  }
}
