package dev.millrace.plan.expr;

import dev.millrace.rows.Bits;
import dev.millrace.rows.Dictionary;
import dev.millrace.rows.StringColumnBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import java.util.stream.Stream;

/** A method that generated code calls. Immutable. */
record Call(Class<?> owner, String method, boolean isStatic, MethodTypeDesc type) {

  static final Call BIT = of(Bits.class, "get", true, boolean.class, long[].class, int.class);
  static final Call SET_BIT = of(Bits.class, "set", true, void.class, long[].class, int.class);
  static final Call DICTIONARY_ENTRY = of(Dictionary.class, "get", false, String.class, int.class);
  static final Call MIN = of(Math.class, "min", true, double.class, double.class, double.class);
  static final Call MAX = of(Math.class, "max", true, double.class, double.class, double.class);
  static final Call ABS = of(Math.class, "abs", true, double.class, double.class);
  static final Call LOG1P = of(Math.class, "log1p", true, double.class, double.class);
  static final Call COMPARE_STRINGS =
      of(Frame.class, "compare", true, int.class, String.class, String.class);
  static final Call IN_NUMBERS =
      of(NumberSet.class, "contains", true, boolean.class, double.class, NumberSet.class);
  static final Call IN_STRINGS =
      of(Frame.class, "contains", true, boolean.class, String.class, Set.class);
  static final Call TEST_CODE = of(CodeTest.class, "test", false, boolean.class, int.class);
  static final Call ROWS = of(Frame.class, "rows", false, int[].class);
  static final Call FINITE =
      of(ResultFaults.class, "finite", true, double.class, double.class, int.class);
  static final Call INTEGRAL =
      of(ResultFaults.class, "integral", true, long.class, double.class, int.class);
  static final Call NULL_RESULT =
      of(ResultFaults.class, "nullResult", true, ExprFault.class, String.class);
  static final Call SET_STRING =
      of(StringColumnBuilder.class, "set", false, void.class, int.class, String.class);
  static final Call FLOAT_VALUES = of(ResultColumn.Floats.class, "values", false, double[].class);
  static final Call INT_VALUES = of(ResultColumn.Ints.class, "values", false, long[].class);
  static final Call BOOL_BITS = of(ResultColumn.Bools.class, "bits", false, long[].class);
  static final Call STRING_BUILDER =
      of(ResultColumn.Strings.class, "builder", false, StringColumnBuilder.class);
  static final Call RESULT_VALIDITY = of(ResultColumn.class, "validity", false, long[].class);
  static final Call ROOM = of(Selection.class, "room", false, int[].class, int.class);
  static final Call COUNT = of(Selection.class, "count", false, int.class);
  static final Call SET_COUNT = of(Selection.class, "count", false, void.class, int.class);

  private static Call of(
      Class<?> owner, String method, boolean isStatic, Class<?> result, Class<?>... params) {
    ClassDesc[] descs = Stream.of(params).map(Call::desc).toArray(ClassDesc[]::new);
    return new Call(owner, method, isStatic, MethodTypeDesc.of(desc(result), descs));
  }

  /** Writes the call; receiver and arguments are on the stack. */
  void write(CodeBuilder code) {
    ClassDesc to = desc(owner);
    if (isStatic) {
      code.invokestatic(to, method, type);
    } else if (owner.isInterface()) {
      code.invokeinterface(to, method, type);
    } else {
      code.invokevirtual(to, method, type);
    }
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
