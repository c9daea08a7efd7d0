package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import dev.millrace.rows.Dictionary;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** What generated code reads from a {@link Frame}: an accessor that takes a slot, and its type. */
enum FrameField {
  LONGS("longs", long[].class),
  DOUBLES("doubles", double[].class),
  CODES("codes", int[].class),
  DICTIONARY("dictionary", Dictionary.class),
  VALIDITY("validity", long[].class),
  IS_NULL("isNull", boolean.class),
  NUMBER("number", double.class),
  TRUTH("truth", boolean.class),
  STRING("string", String.class),
  CONSTANT_TEST("constantTest", boolean.class),
  CODE_TEST("codeTest", CodeTest.class),
  NUMBER_SET("numberSet", NumberSet.class),
  STRING_SET("stringSet", Set.class);

  private final String accessor;
  private final Class<?> type;

  FrameField(String accessor, Class<?> type) {
    this.accessor = accessor;
    this.type = type;
  }

  String accessor() {
    return accessor;
  }

  MethodTypeDesc descriptor() {
    return MethodTypeDesc.of(Call.desc(type), ConstantDescs.CD_int);
  }

  TypeKind kind() {
    return TypeKind.from(Call.desc(type)).asLoadable();
  }

  /** Where the values of a column are. */
  static FrameField values(KeySpec.Type type) {
    return switch (type) {
      case INT, BOOL -> LONGS;
      case FLOAT -> DOUBLES;
      case STRING -> CODES;
      case FEATURE_BUNDLE -> throw new IllegalArgumentException("no column of a feature bundle");
    };
  }

  /** Where a constant is. */
  static FrameField constant(ExprType type) {
    return switch (type) {
      case NUMBER, NULL -> NUMBER;
      case STRING -> STRING;
      case BOOL -> TRUTH;
    };
  }
}
