package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import java.util.Locale;
import java.util.Optional;

/** An expression without type faults; only {@link ExprTypes} makes one. Immutable. */
public final class TypedExpr {

  private final Expr expr;
  private final ExprType type;
  private final Names names;

  TypedExpr(Expr expr, ExprType type, Names names) {
    this.expr = expr;
    this.type = type;
    this.names = names;
  }

  public Expr expr() {
    return expr;
  }

  public ExprType type() {
    return type;
  }

  Names names() {
    return names;
  }

  /** Why its values cannot be those of {@code target}; empty if they can. */
  public Optional<String> misfit(KeySpec target) {
    Optional<ExprType> wanted = ExprType.of(target.type());
    if (wanted.isPresent() && (type == wanted.get() || type == ExprType.NULL)) {
      return Optional.empty();
    }
    String targetType = target.type().name().toLowerCase(Locale.ROOT);
    return Optional.of(
        "key '%s' is of type %s, the expression gives %s"
            .formatted(target.name(), targetType, type.words()));
  }

  void requireFit(KeySpec target) {
    Optional<String> misfit = misfit(target);
    if (misfit.isPresent()) {
      throw new IllegalArgumentException(misfit.get());
    }
  }
}
