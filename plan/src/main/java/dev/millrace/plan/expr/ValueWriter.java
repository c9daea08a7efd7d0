package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;

/**
 * Writes code that computes a value for one row. The value is left on the operand stack; a null is
 * a jump. Whoever jumps out leaves the stack as it was before the value: so an operand waits in a
 * local, not on the stack, while another one that may be null is computed.
 *
 * <p>One for each method; not thread-safe.
 */
final class ValueWriter {

  private final CodeBuilder code;
  private final Layout layout;
  private final Shape shape;
  private final FrameLocals frame;
  private final int row;
  private final TestWriter tests;

  /** The physical row is in the local {@code row}. */
  ValueWriter(CodeBuilder code, Layout layout, Shape shape, FrameLocals frame, int row) {
    this.code = code;
    this.layout = layout;
    this.shape = shape;
    this.frame = frame;
    this.row = row;
    tests = new TestWriter(code, this, frame);
  }

  TestWriter tests() {
    return tests;
  }

  Shape shape() {
    return shape;
  }

  void value(Code tree, Label onNull) {
    switch (tree) {
      case Code.Num(double value) -> code.loadConstant(value);
      case Code.Truth(boolean value) -> code.loadConstant(value ? 1 : 0);
      case Code.Null() -> code.goto_(onNull);
      case Code.Cell(int slot) -> cell(slot, onNull);
      case Code.Constant(int slot) -> constant(slot, onNull);
      case Code.Binary(Expr.BinaryOp op, Code a, Code b) -> binary(op, a, b, onNull);
      case Code.Unary(Expr.UnaryOp op, Code x) -> {
        value(x, onNull);
        unary(op);
      }
      case Code.Coalesce(Code a, Code b) -> coalesce(a, b, onNull);
      case Code.If(Code.Test test, Code then, Code otherwise) -> {
        Label no = code.newLabel();
        Label done = code.newLabel();
        tests.jump(test, false, no);
        value(then, onNull);
        code.goto_(done).labelBinding(no);
        value(otherwise, onNull);
        code.labelBinding(done);
      }
    }
  }

  /** Leaves both on the stack. */
  void operands(Code a, Code b, TypeKind kind, Label onNull) {
    value(a, onNull);
    if (shape.of(b) == Nullness.NEVER) {
      value(b, onNull);
      return;
    }
    int first = store(kind);
    value(b, onNull);
    int second = store(kind);
    code.loadLocal(kind, first).loadLocal(kind, second);
  }

  /** Takes the value from the stack into a new local. */
  int store(TypeKind kind) {
    int local = code.allocateLocal(kind);
    code.storeLocal(kind, local);
    return local;
  }

  /** Jumps if the row has a null in the column, or does not. */
  void jumpIfNull(int slot, boolean when, Label target) {
    Nullness nullness = shape.columns().get(slot);
    if (nullness == Nullness.MAYBE) {
      frame.push(FrameField.VALIDITY, slot);
      code.iload(row);
      Call.BIT.write(code);
      tests.branch(!when, target);
    } else if ((nullness == Nullness.ALWAYS) == when) {
      code.goto_(target);
    }
  }

  /** Pushes the code of the row's string, which is not null. */
  void pushCode(int slot) {
    frame.push(FrameField.CODES, slot);
    code.iload(row).iaload();
  }

  /** Pushes the row's integer as a {@code long}. */
  void longCell(int slot, Label onNull) {
    jumpIfNull(slot, true, onNull);
    if (shape.columns().get(slot) != Nullness.ALWAYS) {
      frame.push(FrameField.LONGS, slot);
      code.iload(row).laload();
    }
  }

  private void cell(int slot, Label onNull) {
    jumpIfNull(slot, true, onNull);
    if (shape.columns().get(slot) == Nullness.ALWAYS) {
      return;
    }
    KeySpec.Type type = layout.columns().get(slot).type();
    switch (type) {
      case INT -> {
        frame.push(FrameField.LONGS, slot);
        code.iload(row).laload().l2d();
      }
      case FLOAT -> {
        frame.push(FrameField.DOUBLES, slot);
        code.iload(row).daload();
      }
      case BOOL -> {
        frame.push(FrameField.LONGS, slot);
        code.iload(row);
        Call.BIT.write(code);
      }
      case STRING -> {
        frame.push(FrameField.DICTIONARY, slot);
        pushCode(slot);
        Call.DICTIONARY_ENTRY.write(code);
      }
      case FEATURE_BUNDLE -> throw new IllegalStateException("no value: " + type);
    }
  }

  private void constant(int slot, Label onNull) {
    Nullness nullness = shape.constants().get(slot);
    if (nullness == Nullness.ALWAYS) {
      code.goto_(onNull);
      return;
    }
    if (nullness == Nullness.MAYBE) {
      frame.push(FrameField.IS_NULL, slot);
      code.ifne(onNull);
    }
    frame.push(FrameField.constant(layout.constants().get(slot).type()), slot);
  }

  private void coalesce(Code a, Code b, Label onNull) {
    if (shape.of(a) == Nullness.NEVER) {
      value(a, onNull);
      return;
    }
    Label isNull = code.newLabel();
    Label done = code.newLabel();
    value(a, isNull);
    code.goto_(done).labelBinding(isNull);
    value(b, onNull);
    code.labelBinding(done);
  }

  private void binary(Expr.BinaryOp op, Code a, Code b, Label onNull) {
    if (op == Expr.BinaryOp.DIV && Shape.mayBeZero(b)) {
      value(a, onNull);
      int dividend = store(TypeKind.DOUBLE);
      value(b, onNull);
      int divisor = store(TypeKind.DOUBLE);
      code.dload(divisor).dconst_0().dcmpl().ifeq(onNull);
      code.dload(dividend).dload(divisor).ddiv();
      return;
    }
    operands(a, b, TypeKind.DOUBLE, onNull);
    switch (op) {
      case ADD -> code.dadd();
      case SUB -> code.dsub();
      case MUL -> code.dmul();
      case DIV -> code.ddiv();
      case MIN -> Call.MIN.write(code);
      case MAX -> Call.MAX.write(code);
    }
  }

  private void unary(Expr.UnaryOp op) {
    switch (op) {
      case NEG -> code.dneg();
      case ABS -> Call.ABS.write(code);
      case LOG1P -> Call.LOG1P.write(code);
    }
  }
}
