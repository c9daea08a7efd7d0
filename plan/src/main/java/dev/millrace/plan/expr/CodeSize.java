package dev.millrace.plan.expr;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;

/** Whether generated code is small enough to be fast. */
final class CodeSize {

  /**
   * So many parts always fit into a method, which has 64 KB: none takes more than 40 bytes, nor an
   * element of a list.
   */
  static final int MAX_PARTS = 1500;

  /** A JVM compiles no method beyond this: it would be slower than the interpreter. */
  static final int MAX_BYTES = 8000;

  private CodeSize() {}

  static boolean fits(byte[] classFile) {
    return ClassFile.of().parse(classFile).methods().stream()
        .flatMap(method -> method.findAttribute(Attributes.code()).stream())
        .allMatch(code -> code.codeLength() < MAX_BYTES);
  }

  static int parts(Code code) {
    return switch (code) {
      case Code.Num _, Code.Truth _, Code.Null _, Code.Cell _, Code.Constant _ -> 1;
      case Code.Binary(_, Code a, Code b) -> 1 + parts(a) + parts(b);
      case Code.Unary(_, Code x) -> 1 + parts(x);
      case Code.Coalesce(Code a, Code b) -> 1 + parts(a) + parts(b);
      case Code.If(Code.Test test, Code then, Code otherwise) ->
          1 + parts(test) + parts(then) + parts(otherwise);
    };
  }

  static int parts(Code.Test test) {
    return switch (test) {
      case Code.Test.Always _, Code.Test.Constant _, Code.Test.ByCode _, Code.Test.CompareInts _ ->
          1;
      case Code.Test.IntOneOf(_, var list) -> 1 + list.size();
      case Code.Test.And(Code.Test a, Code.Test b) -> 1 + parts(a) + parts(b);
      case Code.Test.Or(Code.Test a, Code.Test b) -> 1 + parts(a) + parts(b);
      case Code.Test.Not(Code.Test x) -> 1 + parts(x);
      case Code.Test.Compare(_, _, Code a, Code b) -> 1 + parts(a) + parts(b);
      case Code.Test.OneOf(Code value, var list) -> 1 + list.size() + parts(value);
      case Code.Test.InNumbers(Code value, _) -> 1 + parts(value);
      case Code.Test.InStrings(Code value, _) -> 1 + parts(value);
      case Code.Test.IsNull(_, Code value) -> 1 + parts(value);
    };
  }
}
