package dev.millrace.plan;

import static java.util.Objects.requireNonNull;

import dev.millrace.plan.expr.ParamValues;
import org.jspecify.annotations.Nullable;

/** What came of reading a request. */
public sealed interface RequestParse {

  /**
   * A request that can be run.
   *
   * @param requestId null if it has none: whoever runs it makes one
   */
  record Parsed(@Nullable String requestId, long userId, ParamValues params)
      implements RequestParse {
    public Parsed {
      requireNonNull(params, "params is null");
    }
  }

  /** Not a request. */
  record Refused(Kind kind, String detail) implements RequestParse {
    public Refused {
      requireNonNull(kind, "kind is null");
      requireNonNull(detail, "detail is null");
    }
  }

  /** What is wrong with it. */
  enum Kind {
    INVALID_JSON("Invalid JSON input"),
    INVALID_REQUEST("Invalid request"),
    INVALID_PARAM_OVERRIDES("Invalid param_overrides");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As the answer's field {@code error} says it. */
    public String text() {
      return text;
    }
  }
}
