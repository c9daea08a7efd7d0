package dev.millrace.dsl.eval;

import dev.millrace.dsl.source.Place;
import dev.millrace.dsl.syntax.Expression;
import dev.millrace.dsl.syntax.Statement;
import java.util.List;

/** Runs statements. Not thread-safe. */
final class Runner {

  private final Evaluator evaluator;
  private final Loops loops;

  Runner(Evaluator evaluator) {
    this.evaluator = evaluator;
    this.loops = new Loops(evaluator, this);
  }

  Evaluator evaluator() {
    return evaluator;
  }

  /** Statements of a block that has its scope already. */
  Completion all(List<Statement> statements, Scope scope) {
    hoist(statements, scope);
    for (Statement statement : statements) {
      Completion completion = run(statement, scope);
      if (!(completion instanceof Completion.Normal)) {
        return completion;
      }
    }
    return Completion.NORMAL;
  }

  /** Functions can be called before they are written. */
  void hoist(List<Statement> statements, Scope scope) {
    for (Statement statement : statements) {
      if (statement instanceof Statement.DeclareFunction declared) {
        evaluator.members().cell(declared.at());
        var closure = new Closure(declared.function(), scope);
        scope.declare(declared.function().name(), closure, true, declared.at());
      }
    }
  }

  Completion run(Statement statement, Scope scope) {
    evaluator.enter(statement.at());
    try {
      return dispatch(statement, scope);
    } finally {
      evaluator.leave();
    }
  }

  private Completion dispatch(Statement statement, Scope scope) {
    return switch (statement) {
      case Statement.Empty _, Statement.DeclareFunction _ -> Completion.NORMAL;
      case Statement.Evaluate evaluate -> evaluated(evaluate.expression(), scope);
      case Statement.Declare declare -> declare(declare, scope);
      case Statement.DeclareEnum enumeration -> enumeration(enumeration, scope);
      case Statement.Block block -> all(block.statements(), new Scope(scope));
      case Statement.If branch -> branch(branch, scope);
      case Statement.For loop -> loops.counting(loop, scope);
      case Statement.ForEach loop -> loops.each(loop, scope);
      case Statement.While loop -> loops.whileHolds(loop, scope);
      case Statement.Switch choice -> loops.choice(choice, scope);
      case Statement.Return returned -> returned(returned, scope);
      case Statement.Break _ -> Completion.BREAK;
      case Statement.Continue _ -> Completion.CONTINUE;
      case Statement.Throw thrown ->
          throw new ThrownValue(evaluator.value(thrown.value(), scope), thrown.at());
      case Statement.Try attempt -> attempt(attempt, scope);
      case Statement.Labelled label -> throw label.at().refuse("the plan language has no labels");
      case Statement.Import misplaced -> throw misplaced(misplaced.at());
      case Statement.Export misplaced -> throw misplaced(misplaced.at());
      case Statement.ExportNames misplaced -> throw misplaced(misplaced.at());
      case Statement.ExportDefault misplaced -> throw misplaced(misplaced.at());
    };
  }

  private static RuntimeException misplaced(Place at) {
    return at.refuse("imports and exports stand outside of all braces");
  }

  Completion evaluated(Expression expression, Scope scope) {
    var _ = evaluator.value(expression, scope);
    return Completion.NORMAL;
  }

  private Completion declare(Statement.Declare declare, Scope scope) {
    for (var declarator : declare.declarators()) {
      Expression value = declarator.value();
      Value bound = value == null ? Values.UNDEFINED : evaluator.value(value, scope);
      evaluator.binder().bind(declarator.target(), bound, declare.constant(), scope);
    }
    return Completion.NORMAL;
  }

  private Completion enumeration(Statement.DeclareEnum declared, Scope scope) {
    var members = new ObjectValue();
    double next = 0;
    for (var member : declared.members()) {
      Expression given = member.value();
      Value value = given == null ? Values.of(next) : evaluator.value(given, scope);
      next = value instanceof Value.Num num ? num.value() + 1 : Double.NaN;
      evaluator.members().cell(member.at());
      members.put(PropertyNames.checked(member.name(), member.at()), value, member.at());
    }
    scope.declare(declared.name(), members, true, declared.at());
    return Completion.NORMAL;
  }

  private Completion branch(Statement.If branch, Scope scope) {
    if (holds(branch.test(), scope)) {
      return run(branch.then(), new Scope(scope));
    }
    Statement otherwise = branch.otherwise();
    return otherwise == null ? Completion.NORMAL : run(otherwise, new Scope(scope));
  }

  boolean holds(Expression test, Scope scope) {
    return PlainOperators.truthy(evaluator.value(test, scope), test.at());
  }

  private Completion returned(Statement.Return returned, Scope scope) {
    Expression value = returned.value();
    return new Completion.Returned(
        value == null ? Values.UNDEFINED : evaluator.value(value, scope));
  }

  private Completion attempt(Statement.Try attempt, Scope scope) {
    Completion completion;
    try {
      completion = attempted(attempt, scope);
    } catch (ThrownValue thrown) {
      Completion cleaned = cleanup(attempt, scope);
      if (!(cleaned instanceof Completion.Normal)) {
        return cleaned;
      }
      throw thrown;
    }
    Completion cleaned = cleanup(attempt, scope);
    return cleaned instanceof Completion.Normal ? completion : cleaned;
  }

  private Completion attempted(Statement.Try attempt, Scope scope) {
    Statement.Block handler = attempt.handler();
    try {
      return run(attempt.body(), scope);
    } catch (ThrownValue thrown) {
      if (handler == null) {
        throw thrown;
      }
      var inner = new Scope(scope);
      if (attempt.caught() != null) {
        evaluator.binder().bind(attempt.caught(), thrown.value(), false, inner);
      }
      return run(handler, inner);
    }
  }

  private Completion cleanup(Statement.Try attempt, Scope scope) {
    Statement.Block cleanup = attempt.cleanup();
    return cleanup == null ? Completion.NORMAL : run(cleanup, scope);
  }
}
