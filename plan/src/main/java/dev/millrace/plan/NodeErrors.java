package dev.millrace.plan;

import dev.millrace.plan.expr.ExprFault;
import dev.millrace.plan.op.OpException;

/** What an op threw, as an answer's code and text. */
final class NodeErrors {

  private NodeErrors() {}

  static PlanError.Code code(Throwable error) {
    return switch (error) {
      case OpException e ->
          switch (e.kind()) {
            case DATA -> PlanError.Code.NODE_FAILED;
            case IO -> PlanError.Code.IO_FAILED;
          };
      case ExprFault _ -> PlanError.Code.NODE_FAILED;
      default -> PlanError.Code.INTERNAL;
    };
  }

  static String message(PlanNode node, Throwable error) {
    return switch (error) {
      case OpException e -> text(e);
      case ExprFault e -> node.op().shortName() + ": " + text(e);
      default -> "%s: internal error: %s".formatted(node.op().shortName(), error);
    };
  }

  private static String text(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.toString() : message;
  }
}
