package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs loops and switches. Each round is a step that is counted. Not thread-safe. */
final class Loops {

  private final Evaluator evaluator;
  private final Runner runner;

  Loops(Evaluator evaluator, Runner runner) {
    this.evaluator = evaluator;
    this.runner = runner;
  }

  Completion whileHolds(Statement.While loop, Scope scope) {
    boolean go = !loop.testFirst() || runner.holds(loop.test(), scope);
    while (go) {
      Completion completion = runner.run(loop.body(), new Scope(scope));
      if (ends(completion)) {
        return afterLoop(completion);
      }
      go = runner.holds(loop.test(), scope);
    }
    return Completion.NORMAL;
  }

  Completion counting(Statement.For loop, Scope scope) {
    var head = new Scope(scope);
    if (loop.init() != null) {
      var _ = runner.run(loop.init(), head);
    }
    while (holds(loop.test(), head)) {
      Scope round = copyOf(loop, head, scope);
      Completion completion = runner.run(loop.body(), new Scope(round));
      if (ends(completion)) {
        return afterLoop(completion);
      }
      head = copyOf(loop, round, scope);
      if (loop.update() != null) {
        var _ = evaluator.value(loop.update(), head);
      }
    }
    return Completion.NORMAL;
  }

  /** Closures of one round see the counter as it was in that round. */
  private static Scope copyOf(Statement.For loop, Scope head, Scope outer) {
    if (!(loop.init() instanceof Statement.Declare declare) || declare.constant()) {
      return head;
    }
    return head.copyWithin(outer, loop.at());
  }

  private boolean holds(@Nullable Expression test, Scope scope) {
    return test == null || runner.holds(test, scope);
  }

  Completion each(Statement.ForEach loop, Scope scope) {
    Value over = evaluator.value(loop.over(), scope);
    List<Value> items = loop.keys() ? keys(over, loop.at()) : evaluator.iterated(over, loop.at());
    for (Value item : items) {
      var round = new Scope(scope);
      evaluator.binder().bind(loop.target(), item, loop.constant(), round);
      Completion completion = runner.run(loop.body(), new Scope(round));
      if (ends(completion)) {
        return afterLoop(completion);
      }
    }
    return Completion.NORMAL;
  }

  private List<Value> keys(Value over, Place at) {
    if (!(over instanceof ObjectValue object)) {
      throw at.refuse("'for … in' goes over the keys of an object, not %s; use 'of'", over.shown());
    }
    return new ArrayList<>(object.names().stream().map(Values::of).toList());
  }

  Completion choice(Statement.Switch choice, Scope scope) {
    Value value = evaluator.value(choice.value(), scope);
    PlainOperators.refuseLifted(value, choice.at());
    var inner = new Scope(scope);
    int start = matching(choice, value, inner);
    for (int i = start; i >= 0 && i < choice.cases().size(); i++) {
      Completion completion = runner.all(choice.cases().get(i).statements(), inner);
      if (completion instanceof Completion.Left) {
        return Completion.NORMAL;
      }
      if (!(completion instanceof Completion.Normal)) {
        return completion;
      }
    }
    return Completion.NORMAL;
  }

  /** The case to start at, -1 for none. */
  private int matching(Statement.Switch choice, Value value, Scope scope) {
    int fallback = -1;
    for (int i = 0; i < choice.cases().size(); i++) {
      Expression test = choice.cases().get(i).test();
      if (test == null) {
        fallback = i;
      } else if (PlainOperators.same(value, evaluator.value(test, scope))) {
        return i;
      }
    }
    return fallback;
  }

  private static boolean ends(Completion completion) {
    return completion instanceof Completion.Left || completion instanceof Completion.Returned;
  }

  private static Completion afterLoop(Completion completion) {
    return completion instanceof Completion.Left ? Completion.NORMAL : completion;
  }
}
