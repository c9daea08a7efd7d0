package dev.millrace.stress;

import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How much Lincheck tries: some seconds a class, or more with -Dmillrace.stress.long=true. */
public final class ModelChecking {

  /**
   * Lincheck 3.7 does not know these accesses: without this it never lets another thread in before
   * one of them, and words and trees of bits have nearly no others.
   */
  private static final ManagedStrategyGuarantee BITWISE =
      ManagedStrategyGuaranteeKt.forClasses(
              (String name) -> name.startsWith("java.lang.invoke.VarHandle"))
          .methods((String name) -> name.startsWith("getAndBitwise"))
          .treatAsAtomic();

  private ModelChecking() {}

  /** For what should be right. */
  public static ModelCheckingOptions options() {
    return options(30);
  }

  /**
   * The same for a class that takes more or less time than others.
   *
   * @param iterations of the gate: how many programs are tried; a long run tries a hundred at least
   */
  public static ModelCheckingOptions options(int iterations) {
    boolean thorough = Boolean.getBoolean("millrace.stress.long");
    return new ModelCheckingOptions()
        .iterations(thorough ? Math.max(iterations, 100) : iterations)
        .invocationsPerIteration(thorough ? 10_000 : 200)
        .threads(2)
        .actorsPerThread(3)
        .addGuarantee(BITWISE)
        .minimizeFailedScenario(false);
  }

  /** How many interleavings of a program that is given are tried. */
  public static int interleavings() {
    return Boolean.getBoolean("millrace.stress.long") ? 100_000 : 3_000;
  }
}
