package dev.millrace.plan.expr;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;

/** Selects the rows for which a predicate holds. */
record SelectBody(Code.Test test) implements LoopBody {

  @Override
  public int parts() {
    return CodeSize.parts(test);
  }

  @Override
  public Class<?> loop() {
    return SelectLoop.class;
  }

  @Override
  public Class<?> output() {
    return Selection.class;
  }

  @Override
  public boolean isComplete(Shape shape) {
    return true;
  }

  @Override
  public RowCode begin(Method method) {
    CodeBuilder code = method.code();
    int selected = code.allocateLocal(TypeKind.REFERENCE);
    int count = code.allocateLocal(TypeKind.INT);
    code.aload(method.output()).iload(method.to()).iload(method.from()).isub();
    Call.ROOM.write(code);
    code.astore(selected).aload(method.output());
    Call.COUNT.write(code);
    code.istore(count);
    return new Rows(method, test, selected, count);
  }

  private record Rows(Method method, Code.Test test, int selected, int count) implements RowCode {

    /** Stores every row and counts only those selected: one jump less to foresee. */
    @Override
    public void row(ValueWriter values, int row) {
      CodeBuilder code = method.code();
      Label not = code.newLabel();
      code.aload(selected).iload(count).iload(row).iastore();
      values.tests().jump(test, false, not);
      code.iinc(count, 1).labelBinding(not);
    }

    @Override
    public void end() {
      CodeBuilder code = method.code();
      code.aload(method.output()).iload(count);
      Call.SET_COUNT.write(code);
    }
  }
}
