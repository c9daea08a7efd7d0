package dev.millrace.stress.plan;

import java.util.regex.Pattern;

/** Something that must hold of the scheduler, under the name that its document gives it. */
public record Scenario(String name, Check check) {

  /** The tag that all scenarios have: a pattern of it picks every one. */
  private static final String TAG = "[async_scheduler]";

  /** What to do and what to expect. */
  interface Check {
    void run(DagGround ground) throws Exception;
  }

  /** Whether {@code pattern} picks it: its name with {@code *} for any text, or its tag. */
  boolean matches(String pattern) {
    if (pattern.equals(TAG)) {
      return true;
    }
    String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
    return name.matches(regex);
  }
}
