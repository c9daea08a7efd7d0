package dev.millrace.server.task;

import dev.millrace.server.flow.TaskReport;
import dev.millrace.server.flow.TaskReport.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What is said of a task, in the words of the reference where it has words. */
final class HttpReports {

  private static final int LONGEST_BODY_SHOWN = 200;

  private HttpReports() {}

  static TaskReport wrong(String reason) {
    return TaskReport.of(Status.FAILED, Map.of()).withReason(reason);
  }

  static TaskReport of(HttpCall call, HttpAnswer answer) {
    if (answer.isSuccess()) {
      // With asyncComplete, the one who was called ends the task.
      var status = call.asyncComplete() ? Status.IN_PROGRESS : Status.COMPLETED;
      return TaskReport.of(status, response(answer.shown(true)));
    }
    if (answer.status() < 400) {
      return TaskReport.of(Status.FAILED, response(answer.shown(false)))
          .withReason(
              "%d %s: the answer is a redirect to %s; it is followed with"
                      .formatted(answer.status(), answer.reasonPhrase(), answer.header("Location"))
                  + " 'followRedirects' in http_request");
    }
    return failed(
        "%d %s on %s request for \"%s\": %s"
            .formatted(
                answer.status(),
                answer.reasonPhrase(),
                call.method(),
                call.uri(),
                shortened(answer)));
  }

  private static String shortened(HttpAnswer answer) {
    String text = answer.text();
    if (text.isEmpty()) {
      return "[no body]";
    }
    return text.length() <= LONGEST_BODY_SHOWN
        ? "\"" + text + "\""
        : "\"%s... (%d bytes)\""
            .formatted(text.substring(0, LONGEST_BODY_SHOWN), answer.bytes().length());
  }

  static TaskReport of(HttpCall call, HttpTaskSettings settings, @Nullable Throwable cause) {
    String why =
        switch (cause) {
          case HttpFailure failure -> failure.reason();
          case TimeoutException _ ->
              "no answer in time (connectionTimeOut %d ms, readTimeOut %d ms, in all %d s)"
                  .formatted(
                      call.connectTimeout().toMillis(),
                      call.readTimeout().toMillis(),
                      settings.longest().toSeconds());
          case null -> "no answer";
          case Throwable other ->
              other.getMessage() == null ? other.getClass().getSimpleName() : other.getMessage();
        };
    return failed("%s request for \"%s\": %s".formatted(call.method(), call.uri(), why));
  }

  private static TaskReport failed(String message) {
    String shown = "java.lang.Exception: " + message;
    return TaskReport.of(Status.FAILED, response(shown))
        .withReason("Failed to invoke HTTP task due to: " + shown);
  }

  private static Map<String, @Nullable Object> response(Object response) {
    var output = new HashMap<String, @Nullable Object>();
    output.put("response", response);
    return output;
  }
}
