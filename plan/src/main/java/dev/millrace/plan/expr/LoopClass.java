package dev.millrace.plan.expr;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;

/**
 * Writes the class of a loop over rows and makes an object of it. The class is hidden: nobody finds
 * it by name, and it goes when the last program that uses it goes.
 */
final class LoopClass {

  /** In this package, whose types it uses. */
  private static final ClassDesc NAME = ClassDesc.of(LoopClass.class.getPackageName(), "RowLoop");

  private static final int FRAME = 1;
  private static final int OUTPUT = 2;
  private static final int FROM = 3;
  private static final int TO = 4;

  private final Layout layout;
  private final Shape shape;
  private final LoopBody body;

  LoopClass(Layout layout, Shape shape, LoopBody body) {
    this.layout = layout;
    this.shape = shape;
    this.body = body;
  }

  byte[] bytes() {
    ClassDesc loop = Call.desc(body.loop());
    MethodTypeDesc type =
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            Call.desc(Frame.class),
            Call.desc(body.output()),
            ConstantDescs.CD_int,
            ConstantDescs.CD_int);
    return ClassFile.of()
        .build(
            NAME,
            builder -> {
              builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(loop);
              constructor(builder, loop);
              builder.withMethodBody("dense", type, 0, code -> loop(code, true));
              builder.withMethodBody("indexed", type, 0, code -> loop(code, false));
            });
  }

  /** An object of the class in {@code bytes}. */
  static <T> T instance(byte[] bytes, Class<T> loop) {
    try {
      Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
      return loop.cast(hidden.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("generated code does not load", e);
    }
  }

  private static void constructor(ClassBuilder builder, ClassDesc loop) {
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        0,
        code -> code.aload(0).invokespecial(loop, "<init>", ConstantDescs.MTD_void).return_());
  }

  private void loop(CodeBuilder code, boolean dense) {
    FrameLocals frame = new FrameLocals(code, FRAME);
    frame.loadAll(layout, shape);
    LoopBody.RowCode rows = body.begin(new LoopBody.Method(code, shape, dense, OUTPUT, FROM, TO));
    int position = FROM;
    int order = dense ? position : order(code);
    int row = dense ? position : code.allocateLocal(TypeKind.INT);
    Label next = code.newLabel();
    Label end = code.newLabel();
    code.labelBinding(next).iload(position).iload(TO).if_icmpge(end);
    if (!dense) {
      code.aload(order).iload(position).iaload().istore(row);
    }
    rows.row(new ValueWriter(code, layout, shape, frame, row), row);
    code.iinc(position, 1).goto_(next).labelBinding(end);
    rows.end();
    code.return_();
  }

  /** The local with the array of physical rows. */
  private static int order(CodeBuilder code) {
    int order = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(FRAME);
    Call.ROWS.write(code);
    code.astore(order);
    return order;
  }
}
