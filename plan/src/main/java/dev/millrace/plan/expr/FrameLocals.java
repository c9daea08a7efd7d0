package dev.millrace.plan.expr;

import dev.millrace.plan.registry.KeySpec;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The local variables of a generated method that hold what its {@link Frame} holds, so that the
 * loop finds everything in locals. One for each method; not thread-safe.
 */
final class FrameLocals {

  private static final ClassDesc FRAME = Call.desc(Frame.class);

  private final CodeBuilder code;
  private final int frame;

  /** The local of each slot that has been loaded. */
  private final Map<FrameField, Map<Integer, Integer>> locals = new EnumMap<>(FrameField.class);

  /** The frame itself is in the local {@code frame}. */
  FrameLocals(CodeBuilder code, int frame) {
    this.code = code;
    this.frame = frame;
  }

  /** Writes what goes before the loop. Columns and constants that are always null are not read. */
  void loadAll(Layout layout, Shape shape) {
    for (int slot = 0; slot < layout.columns().size(); slot++) {
      loadColumn(layout.columns().get(slot), slot, shape.columns().get(slot));
    }
    for (int slot = 0; slot < layout.constants().size(); slot++) {
      Nullness nullness = shape.constants().get(slot);
      if (nullness == Nullness.MAYBE) {
        load(FrameField.IS_NULL, slot);
      }
      if (nullness != Nullness.ALWAYS) {
        load(FrameField.constant(layout.constants().get(slot).type()), slot);
      }
    }
    loadEach(FrameField.CONSTANT_TEST, layout.constantTests().size());
    loadEach(FrameField.CODE_TEST, layout.codeTests().size());
    loadEach(FrameField.NUMBER_SET, layout.numberSets().size());
    loadEach(FrameField.STRING_SET, layout.stringSets().size());
  }

  private void loadColumn(KeySpec key, int slot, Nullness nullness) {
    if (nullness == Nullness.ALWAYS) {
      return;
    }
    load(FrameField.values(key.type()), slot);
    if (nullness == Nullness.MAYBE) {
      load(FrameField.VALIDITY, slot);
    }
    if (key.type() == KeySpec.Type.STRING) {
      load(FrameField.DICTIONARY, slot);
    }
  }

  private void loadEach(FrameField field, int slots) {
    for (int slot = 0; slot < slots; slot++) {
      load(field, slot);
    }
  }

  private void load(FrameField field, int slot) {
    int local = code.allocateLocal(field.kind());
    code.aload(frame)
        .loadConstant(slot)
        .invokevirtual(FRAME, field.accessor(), field.descriptor())
        .storeLocal(field.kind(), local);
    locals.computeIfAbsent(field, _ -> new HashMap<>()).put(slot, local);
  }

  /** Writes what pushes the value of a slot. */
  void push(FrameField field, int slot) {
    Integer local = locals.getOrDefault(field, Map.of()).get(slot);
    if (local == null) {
      throw new IllegalStateException("%s %d has not been loaded".formatted(field, slot));
    }
    code.loadLocal(field.kind(), local);
  }
}
