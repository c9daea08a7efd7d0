package dev.millrace.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What answers that are no success mean. */
final class Errors {

  private static final int MAX_TEXT = 500;

  private Errors() {}

  static ClientException of(HttpCall call, HttpReply.Answered answer) {
    ErrorResponse said = said(answer);
    return of(
        call,
        answer.status(),
        said == null
            ? new ErrorResponse(
                answer.status(), null, shortened(answer.body().toString()), null, false, null, null)
            : said);
  }

  static ClientException of(HttpCall call, int status, ErrorResponse said) {
    String message = said.message();
    List<ValidationError> wrong = said.validationErrors();
    return ClientException.answered(
        status,
        call.method()
            + " "
            + call.target()
            + " was answered "
            + status
            + (message.isEmpty() ? "" : ": " + message)
            + (wrong == null || wrong.isEmpty() ? "" : " " + details(wrong)),
        mayPass(status) || said.retryable(),
        wrong == null ? List.of() : wrong);
  }

  /** Whether such an answer is about the moment rather than about the request. */
  private static boolean mayPass(int status) {
    return status == 408 || status == 425 || status == 429 || status >= 500;
  }

  private static @Nullable ErrorResponse said(HttpReply.Answered answer) {
    if (answer.body().length() == 0) {
      return null;
    }
    try {
      ErrorResponse said =
          WireJson.mapper().readValue(answer.body().getBytes(), ErrorResponse.class);
      return said == null || isBlank(said.message()) ? null : said;
    } catch (JacksonException e) {
      // A proxy's page, for instance: its text is the message.
      return null;
    }
  }

  private static boolean isBlank(@Nullable String message) {
    return message == null || message.isBlank();
  }

  private static String details(List<ValidationError> wrong) {
    return String.join(
        "; ", wrong.stream().map(error -> error.path() + ": " + error.message()).toList());
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text.strip() : text.substring(0, MAX_TEXT).strip() + "...";
  }
}
