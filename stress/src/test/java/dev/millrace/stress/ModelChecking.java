package dev.millrace.stress;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How much Lincheck tries: some seconds a class, or more with -Dmillrace.stress.long=true. */
public final class ModelChecking {

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
        .minimizeFailedScenario(false);
  }
}
