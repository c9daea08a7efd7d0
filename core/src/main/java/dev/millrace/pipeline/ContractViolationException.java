package dev.millrace.pipeline;

import java.io.Serial;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An operator answered what it may not answer; see {@link OpOutput}. */
public final class ContractViolationException extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1L;

  ContractViolationException(String message) {
    super(message);
  }

  static ContractViolationException answered(
      OpRole role, Operator<?> operator, @Nullable OpOutput<?> output, String expected) {
    String answer = output == null ? "null" : output.getClass().getSimpleName();
    if (output instanceof OpOutput.Finished<?>(var batch) && batch != null) {
      answer += " with a batch";
    }
    return new ContractViolationException(
        "%s '%s' answered %s, must answer %s"
            .formatted(role.name().toLowerCase(Locale.ROOT), operator.name(), answer, expected));
  }
}
