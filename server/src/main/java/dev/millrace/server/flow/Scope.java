package dev.millrace.server.flow;

import org.jspecify.annotations.Nullable;

/**
 * Where in the running workflow a step is taken: in which turn of which loop, in which branch of a
 * dynamic fork.
 *
 * @param owner the loop task whose count its token is in; null for the workflow's count
 * @param suffix what reference names get there, e.g. {@code __2}
 * @param join the join that a dynamic fork made for the task that is taken here
 */
record Scope(
    @Nullable String owner,
    String suffix,
    int iteration,
    @Nullable String branch,
    @Nullable String join) {

  static final Scope ROOT = new Scope(null, "", 0, null, null);

  /** The scope of what follows a task. */
  static Scope after(TaskState task) {
    var key = task.key();
    return new Scope(key.owner(), key.suffix(), key.iteration(), key.branch(), null);
  }

  /** The scope of the task itself, to take its step again. */
  static Scope of(TaskState task) {
    var key = task.key();
    return new Scope(key.owner(), key.suffix(), key.iteration(), key.branch(), key.join());
  }

  /** The scope of a loop's body in one of its turns. */
  static Scope inside(TaskState loop, int iteration) {
    var key = loop.key();
    return new Scope(key.ref(), key.suffix() + "__" + iteration, iteration, key.branch(), null);
  }

  /** The scope of a task that a dynamic fork makes. */
  Scope forked(String ref, String newJoin) {
    return new Scope(owner, suffix, iteration, ref + suffix, newJoin);
  }

  String concrete(String base) {
    return base + suffix;
  }
}
