package dev.millrace.server.flow;

/** Pieces of definitions as JSON. */
final class Defs {

  private Defs() {}

  static String simple(String ref) {
    return simple(ref, "t", "{}");
  }

  static String simple(String ref, String name, String input) {
    return """
    {"name":"%s","taskReferenceName":"%s","type":"SIMPLE","inputParameters":%s}\
    """
        .formatted(name, ref, input);
  }

  static String system(String ref, String type, String input, String more) {
    return """
    {"name":"%1$s","taskReferenceName":"%1$s","type":"%2$s","inputParameters":%3$s%4$s}\
    """
        .formatted(ref, type, input, more);
  }

  static String system(String ref, String type, String input) {
    return system(ref, type, input, "");
  }

  static String list(String... tasks) {
    return "[" + String.join(",", tasks) + "]";
  }

  /** A worker task with more fields, e.g. {@code ,"optional":true}. */
  static String simpleWith(String ref, String name, String more) {
    return """
    {"name":"%s","taskReferenceName":"%s","type":"SIMPLE"%s}\
    """
        .formatted(name, ref, more);
  }

  static String fork(String ref, String... branches) {
    return system(ref, "FORK_JOIN", "{}", ",\"forkTasks\":" + list(branches));
  }

  static String join(String ref, String... members) {
    var names = new String[members.length];
    for (int i = 0; i < members.length; i++) {
      names[i] = '"' + members[i] + '"';
    }
    return system(ref, "JOIN", "{}", ",\"joinOn\":" + list(names));
  }

  /** A loop of so many turns. */
  static String loop(String ref, int turns, String... body) {
    return loopWhile(ref, "$." + ref + "['iteration'] < " + turns, "{}", body);
  }

  static String loopWhile(String ref, String condition, String input, String... body) {
    return system(
        ref,
        "DO_WHILE",
        input,
        ",\"loopCondition\":\"%s\",\"loopOver\":%s".formatted(condition, list(body)));
  }

  static String child(String ref, String workflow) {
    return system(
        ref, "SUB_WORKFLOW", "{}", ",\"subWorkflowParam\":{\"name\":\"" + workflow + "\"}");
  }
}
