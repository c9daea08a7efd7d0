package dev.millrace.plan.expr;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.function.Consumer;

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
      case Code.Test.OfValues ofValues -> ofValues(ofValues, when, target);
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

  private void ofValues(Code.Test.OfValues test, boolean when, Label target) {
    Label after = code.newLabel();
    Label onNull = when ? after : target;
    switch (test) {
      case Code.Test.Compare(Pred.CmpOp op, ExprType type, Code a, Code b) -> {
        values.operands(a, b, kind(type), onNull);
        compare(op, type, when, target);
      }
      case Code.Test.CompareInts(Pred.CmpOp op, int column, long value) -> {
        values.longCell(column, onNull);
        code.loadConstant(value).lcmp().branch(when ? ifSo(op) : ifNot(op), target);
      }
      case Code.Test.OneOf(Code value, List<Double> list) -> {
        values.value(value, onNull);
        int local = values.store(TypeKind.DOUBLE);
        oneOf(list, when, target, e -> code.dload(local).loadConstant(e).dcmpl());
      }
      case Code.Test.IntOneOf(int column, List<Long> list) -> {
        values.longCell(column, onNull);
        int local = values.store(TypeKind.LONG);
        oneOf(list, when, target, e -> code.lload(local).loadConstant(e).lcmp());
      }
      case Code.Test.InNumbers(Code value, int slot) -> {
        values.value(value, onNull);
        in(FrameField.NUMBER_SET, slot, Call.IN_NUMBERS, when, target);
      }
      case Code.Test.InStrings(Code value, int slot) -> {
        values.value(value, onNull);
        in(FrameField.STRING_SET, slot, Call.IN_STRINGS, when, target);
      }
      case Code.Test.ByCode(int column, int slot) -> byCode(column, slot, when, target, onNull);
    }
    code.labelBinding(after);
  }

  /** Looks the value on the stack up in a set. */
  private void in(FrameField set, int slot, Call contains, boolean when, Label target) {
    frame.push(set, slot);
    contains.write(code);
    branch(when, target);
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

  /** {@code compare} pushes 0 if the value is the element that it is given. */
  private <T> void oneOf(List<T> list, boolean when, Label target, Consumer<T> compare) {
    Label found = when ? target : code.newLabel();
    for (T element : list) {
      compare.accept(element);
      code.ifeq(found);
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
