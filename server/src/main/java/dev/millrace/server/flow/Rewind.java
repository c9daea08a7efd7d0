package dev.millrace.server.flow;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes back a task and everything that came of it: what follows it in its chain, the join that its
 * branch leads to, the later turns of its loop, and what followed those. What other branches did
 * stays.
 */
final class Rewind {

  private final Flow flow;

  private Rewind(Flow flow) {
    this.flow = flow;
  }

  static void to(Flow flow, TaskState task) {
    new Rewind(flow).from(flow.step(task), task);
  }

  /** Sets the counts to what is there, with one more token for the task that is rerun. */
  static void recount(Flow flow, Scope rerun) {
    var tasks = flow.all();
    for (var loop : tasks) {
      if (loop.holdsToken() && flow.step(loop).kind() instanceof StepKind.Loop) {
        flow.put(loop.withWaiting(tokens(flow, loop.ref(), rerun)));
      }
    }
    flow.progress(flow.head().progress().withOpen(tokens(flow, null, rerun)));
  }

  private static int tokens(Flow flow, @Nullable String owner, Scope rerun) {
    int tokens = Objects.equals(owner, rerun.owner()) ? 1 : 0;
    for (var task : flow.all()) {
      tokens += task.holdsToken() && Objects.equals(owner, task.key().owner()) ? 1 : 0;
    }
    return tokens;
  }

  private void from(Step step, TaskState task) {
    var tree = flow.tree(task.key().branch());
    var doomed = new HashSet<String>();
    gather(tree, step, doomed);
    remove(doomed, task.key().suffix(), task.key().branch());
    upward(tree, step, task);
  }

  /** The step, all that follows it in its chain, and all that is inside of those. */
  private static void gather(StepTree tree, Step first, Set<String> doomed) {
    for (@Nullable Step step = first; step != null; step = step.next()) {
      doomed.add(step.ref());
      inside(step, tree, doomed);
    }
  }

  private static void inside(Step step, StepTree tree, Set<String> doomed) {
    switch (step.kind()) {
      case StepKind.Loop loop -> doomed.addAll(loop.inside());
      case StepKind.Fork fork -> fork.branches().forEach(head -> gather(tree, head, doomed));
      case StepKind.Switch choice -> {
        choice.cases().values().forEach(head -> gather(tree, head, doomed));
        if (choice.otherwise() != null) {
          gather(tree, choice.otherwise(), doomed);
        }
      }
      case StepKind _ -> {}
    }
  }

  private void remove(Set<String> doomed, String suffix, @Nullable String branch) {
    var branches = new HashSet<String>();
    for (var task : flow.all()) {
      var key = task.key();
      boolean here =
          Objects.equals(key.branch(), branch)
              && doomed.contains(key.base())
              && key.suffix().startsWith(suffix);
      boolean forkedHere = key.branch() != null && branches.contains(key.branch());
      boolean ofDoomedFork =
          branch == null
              && key.join() != null
              && key.suffix().startsWith(suffix)
              && doomed.contains(
                  key.join().substring(0, key.join().length() - key.suffix().length()));
      if (here || forkedHere || ofDoomedFork) {
        if (ofDoomedFork && !here) {
          branches.add(task.ref());
        }
        flow.remove(task);
      }
    }
  }

  /** What the chain leads to: a join, the next turn of a loop, or the workflow's end. */
  private void upward(StepTree tree, Step step, TaskState task) {
    var key = task.key();
    var branch = key.branch();
    if (step.fork() != null) {
      var fork = Objects.requireNonNull(tree.find(step.fork()));
      var join = fork.next() == null ? null : flow.latest(fork.next().ref() + key.suffix());
      if (join != null) {
        reopenJoin(join);
      }
    } else if (step.loop() != null) {
      reopenLoop(tree, Objects.requireNonNull(key.owner()), key.iteration());
    } else if (branch != null) {
      leaveBranch(branch);
    }
  }

  private void leaveBranch(String branch) {
    // The branch's own task may be gone by now, but the join it was made for names its members.
    for (var join : flow.all()) {
      if (flow.step(join).kind() instanceof StepKind.Join && Joins.members(join).contains(branch)) {
        reopenJoin(join);
        return;
      }
    }
  }

  private void reopenJoin(TaskState join) {
    var step = flow.step(join);
    var tree = flow.tree(join.key().branch());
    var doomed = new HashSet<String>();
    if (step.next() != null) {
      gather(tree, step.next(), doomed);
    }
    remove(doomed, join.key().suffix(), join.key().branch());
    // Counted anew, and opened, when the workflow runs again.
    flow.put(join.ended(TaskStatus.CANCELED, flow.now()).unsettled());
    upward(tree, step, join);
  }

  private void reopenLoop(StepTree tree, String ref, int iteration) {
    var loop = Objects.requireNonNull(flow.latest(ref));
    var step = flow.step(loop);
    var doomed = new HashSet<String>();
    if (step.next() != null) {
      gather(tree, step.next(), doomed);
    }
    remove(doomed, loop.key().suffix(), loop.key().branch());
    if (step.kind() instanceof StepKind.Loop kind) {
      var inside = new HashSet<>(kind.inside());
      for (int turn = iteration + 1; turn <= loop.progress().iteration(); turn++) {
        remove(inside, loop.key().suffix() + "__" + turn, loop.key().branch());
      }
    }
    var output = Values.editable(loop.data().output());
    output.keySet().removeIf(name -> name.matches("\\d+") && Integer.parseInt(name) >= iteration);
    output.put("iteration", iteration);
    flow.put(
        loop.withOutput(output)
            .withIteration(iteration)
            .ended(TaskStatus.CANCELED, flow.now())
            .unsettled());
    upward(tree, step, loop);
  }
}
