package dev.millrace.cli.demo;

import dev.millrace.plan.PlanAnswer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing to show.
 *
 * @param plan the name of a bundled plan
 * @param shows what to look for, for people
 * @param check whether it was there
 */
record DemoStep(String title, String plan, @Nullable Duration deadline, String shows, Check check) {

  /** Looks at an answer with its trace. */
  interface Check {
    /** Throws an AssertionError that says what is missing. */
    void look(AnswerProbe probe);
  }

  void check(PlanAnswer answer) {
    check.look(new AnswerProbe(answer));
  }
}
