package dev.millrace.stress;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** How much Lincheck tries: some seconds a class, or more with -Dmillrace.stress.long=true. */
public final class ModelChecking {

  private ModelChecking() {}

  public static ModelCheckingOptions options() {
    boolean thorough = Boolean.getBoolean("millrace.stress.long");
    return new ModelCheckingOptions()
        .iterations(thorough ? 100 : 5)
        .invocationsPerIteration(thorough ? 10_000 : 150)
        .threads(2)
        .actorsPerThread(3)
        .minimizeFailedScenario(false);
  }
}
