package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;

/** Computes the column of {@code target}. */
record ComputeBody(Code value, KeySpec target) implements LoopBody {

  @Override
  public int parts() {
    return CodeSize.parts(value);
  }

  @Override
  public Class<?> loop() {
    return ComputeLoop.class;
  }

  @Override
  public Class<?> output() {
    return ResultColumn.class;
  }

  @Override
  public boolean isComplete(Shape shape) {
    return shape.of(value) == Nullness.NEVER;
  }

  @Override
  public RowCode begin(Method method) {
    boolean complete = method.dense() && isComplete(method.shape());
    boolean marks = !complete && target.type() != KeySpec.Type.STRING;
    int values = read(method, values());
    int validity = marks ? read(method, Call.RESULT_VALIDITY) : -1;
    return new Rows(this, method, values, validity, !complete);
  }

  /** What the values are written to. */
  private Call values() {
    return switch (target.type()) {
      case FLOAT -> Call.FLOAT_VALUES;
      case INT -> Call.INT_VALUES;
      case BOOL -> Call.BOOL_BITS;
      case STRING -> Call.STRING_BUILDER;
      case FEATURE_BUNDLE -> throw new IllegalStateException("no column: " + target);
    };
  }

  private static int read(Method method, Call accessor) {
    CodeBuilder code = method.code();
    int local = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(method.output()).checkcast(Call.desc(accessor.owner()));
    accessor.write(code);
    code.astore(local);
    return local;
  }

  /**
   * The work for each row.
   *
   * @param values the local with what the values go to
   * @param validity the local with their validity; -1 if none is kept
   * @param checks whether floats are checked here, and not by {@link CompiledCompute} afterwards
   */
  private record Rows(ComputeBody body, Method method, int values, int validity, boolean checks)
      implements RowCode {

    @Override
    public void row(ValueWriter writer, int row) {
      CodeBuilder code = method.code();
      Label isNull = code.newLabel();
      Label next = code.newLabel();
      writer.value(body.value, isNull);
      store(writer, row);
      if (validity >= 0) {
        code.aload(validity).iload(row);
        Call.SET_BIT.write(code);
      }
      code.goto_(next).labelBinding(isNull);
      if (!body.target.nullable()) {
        code.loadConstant(body.target.name());
        Call.NULL_RESULT.write(code);
        code.athrow();
      }
      code.labelBinding(next);
    }

    private void store(ValueWriter writer, int row) {
      CodeBuilder code = method.code();
      switch (body.target.type()) {
        case FLOAT -> {
          if (checks) {
            code.iload(row);
            Call.FINITE.write(code);
          }
          int value = writer.store(TypeKind.DOUBLE);
          code.aload(values).iload(row).dload(value).dastore();
        }
        case INT -> {
          code.iload(row);
          Call.INTEGRAL.write(code);
          int value = writer.store(TypeKind.LONG);
          code.aload(values).iload(row).lload(value).lastore();
        }
        case BOOL -> {
          Label no = code.newLabel();
          code.ifeq(no).aload(values).iload(row);
          Call.SET_BIT.write(code);
          code.labelBinding(no);
        }
        case STRING -> {
          int value = writer.store(TypeKind.REFERENCE);
          code.aload(values).iload(row).aload(value);
          Call.SET_STRING.write(code);
        }
        case FEATURE_BUNDLE -> throw new IllegalStateException("no column: " + body.target);
      }
    }

    @Override
    public void end() {}
  }
}
