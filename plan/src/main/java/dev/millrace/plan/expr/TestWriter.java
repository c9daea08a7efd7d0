package dev.millrace.plan.expr;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.util.List;

/**
 * Writes code that decides a predicate for one row: it jumps to a target if the predicate is as it
 * should be for that, and falls through if not. Leaves nothing on the operand stack.
 *
 * <p>One for each method; not thread-safe.
 */
final class TestWriter {

  private final CodeBuilder code;
  private final ValueWriter values;
  private final FrameLocals frame;

  TestWriter(CodeBuilder code, ValueWriter values, FrameLocals frame) {
    this.code = code;
    this.values = values;
    this.frame = frame;
  }

  /** Jumps to {@code target} if {@code test} is {@code when}. */
  void jump(Code.Test test, boolean when, Label target) {
    switch (test) {
      case Code.Test.Not(Code.Test x) -> jump(x, !when, target);
      case Code.Test.And(Code.Test a, Code.Test b) -> both(a, b, when, false, target);
      case Code.Test.Or(Code.Test a, Code.Test b) -> both(a, b, when, true, target);
      case Code.Test.Always(boolean value) -> {
        if (value == when) {
          code.goto_(target);
        }
      }
      case Code.Test.Constant(int slot) -> {
        frame.push(FrameField.CONSTANT_TEST, slot);
        branch(when, target);
      }
      case Code.Test.IsNull isNull -> isNull(isNull, when, target);
      case Code.Test.Compare _,
          Code.Test.OneOf _,
          Code.Test.InNumbers _,
          Code.Test.InStrings _,
          Code.Test.ByCode _ ->
          falseIfNull(test, when, target);
    }
  }

  /** Jumps if the truth value on the stack is {@code when}. */
  void branch(boolean when, Label target) {
    code.branch(when ? Opcode.IFNE : Opcode.IFEQ, target);
  }

  /** A value that decides alone is {@code decisive}: true for or, false for and. */
  private void both(Code.Test a, Code.Test b, boolean when, boolean decisive, Label target) {
    if (when == decisive) {
      jump(a, when, target);
      jump(b, when, target);
      return;
    }
    Label decided = code.newLabel();
    jump(a, decisive, decided);
    jump(b, when, target);
    code.labelBinding(decided);
  }

  /** Those that are false if an operand is null. */
  private void falseIfNull(Code.Test test, boolean when, Label target) {
    Label after = code.newLabel();
    Label onNull = when ? after : target;
    switch (test) {
      case Code.Test.Compare(Pred.CmpOp op, ExprType type, Code a, Code b) -> {
        values.operands(a, b, kind(type), onNull);
        compare(op, type, when, target);
      }
      case Code.Test.OneOf(Code value, List<Double> list) -> {
        values.value(value, onNull);
        oneOf(list, when, target);
      }
      case Code.Test.InNumbers(Code value, int slot) -> {
        values.value(value, onNull);
        frame.push(FrameField.NUMBER_SET, slot);
        Call.IN_NUMBERS.write(code);
        branch(when, target);
      }
      case Code.Test.InStrings(Code value, int slot) -> {
        values.value(value, onNull);
        frame.push(FrameField.STRING_SET, slot);
        Call.IN_STRINGS.write(code);
        branch(when, target);
      }
      case Code.Test.ByCode(int column, int slot) -> byCode(column, slot, when, target, onNull);
      case Code.Test.Always _,
          Code.Test.Constant _,
          Code.Test.And _,
          Code.Test.Or _,
          Code.Test.Not _,
          Code.Test.IsNull _ ->
          throw new IllegalStateException("not decided by a null: " + test);
    }
    code.labelBinding(after);
  }

  private void byCode(int column, int slot, boolean when, Label target, Label onNull) {
    values.jumpIfNull(column, true, onNull);
    if (values.shape().columns().get(column) == Nullness.ALWAYS) {
      return;
    }
    frame.push(FrameField.CODE_TEST, slot);
    values.pushCode(column);
    Call.TEST_CODE.write(code);
    branch(when, target);
  }

  private void isNull(Code.Test.IsNull test, boolean when, Label target) {
    if (test.value() instanceof Code.Cell(int slot)) {
      values.jumpIfNull(slot, when, target);
      return;
    }
    Label isNull = code.newLabel();
    Label after = code.newLabel();
    values.value(test.value(), isNull);
    if (kind(test.type()) == TypeKind.DOUBLE) {
      code.pop2();
    } else {
      code.pop();
    }
    code.goto_(when ? after : target).labelBinding(isNull);
    if (when) {
      code.goto_(target);
    }
    code.labelBinding(after);
  }

  private static TypeKind kind(ExprType type) {
    return switch (type) {
      case NUMBER, NULL -> TypeKind.DOUBLE;
      case STRING -> TypeKind.REFERENCE;
      case BOOL -> TypeKind.INT;
    };
  }

  private void oneOf(List<Double> list, boolean when, Label target) {
    int value = values.store(TypeKind.DOUBLE);
    Label found = when ? target : code.newLabel();
    for (double element : list) {
      code.dload(value).loadConstant(element).dcmpl().ifeq(found);
    }
    if (!when) {
      code.goto_(target).labelBinding(found);
    }
  }

  /** Of the two operands on the stack. What is not a number makes all but != false. */
  private void compare(Pred.CmpOp op, ExprType type, boolean when, Label target) {
    switch (type) {
      case NUMBER, NULL -> {
        switch (op) {
          case LT, LE -> code.dcmpg();
          case EQ, NE, GT, GE -> code.dcmpl();
        }
      }
      case STRING -> Call.COMPARE_STRINGS.write(code);
      case BOOL -> code.isub();
    }
    code.branch(when ? ifSo(op) : ifNot(op), target);
  }

  private static Opcode ifSo(Pred.CmpOp op) {
    return switch (op) {
      case EQ -> Opcode.IFEQ;
      case NE -> Opcode.IFNE;
      case LT -> Opcode.IFLT;
      case LE -> Opcode.IFLE;
      case GT -> Opcode.IFGT;
      case GE -> Opcode.IFGE;
    };
  }

  private static Opcode ifNot(Pred.CmpOp op) {
    return switch (op) {
      case EQ -> Opcode.IFNE;
      case NE -> Opcode.IFEQ;
      case LT -> Opcode.IFGE;
      case LE -> Opcode.IFGT;
      case GT -> Opcode.IFLE;
      case GE -> Opcode.IFLT;
    };
  }
}
