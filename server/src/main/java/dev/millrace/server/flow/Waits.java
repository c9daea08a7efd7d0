package dev.millrace.server.flow;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/** WAIT: for a time, until a time, or for a signal. */
final class Waits {

  private static final Pattern DURATION_PART = Pattern.compile("(\\d{1,9})\\s*([a-zA-Z]+)\\s*");
  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private Waits() {}

  static void take(Flow flow, Step step, Scope scope, Entry entry) {
    var task = TaskFactory.begun(flow, step, scope, entry);
    var duration = Values.text(task.data().input().get("duration"));
    var until = Values.text(task.data().input().get("until"));
    try {
      if (duration != null && until != null) {
        throw new IllegalArgumentException("'duration' and 'until' exclude each other");
      }
      if (duration != null) {
        task = task.withWaitUntil(flow.now() + duration(duration).toMillis());
      } else if (until != null) {
        task = task.withWaitUntil(until(until).toEpochMilli());
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      Stepper.fail(
          flow, task, TaskStatus.FAILED_WITH_TERMINAL_ERROR, String.valueOf(e.getMessage()));
      return;
    }
    if (task.progress().waitUntil() <= flow.now()) {
      Stepper.end(flow, task, TaskStatus.COMPLETED);
    } else {
      flow.put(task);
    }
  }

  /** E.g. {@code 2 days 3h 10 seconds}. */
  static Duration duration(String text) {
    var matcher = DURATION_PART.matcher(text.strip());
    var sum = Duration.ZERO;
    int at = 0;
    while (matcher.find() && matcher.start() == at) {
      sum = sum.plus(unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1))));
      at = matcher.end();
    }
    if (at == 0 || at != text.strip().length()) {
      throw new IllegalArgumentException(
          "'duration' must be like '2 days 3 hours 10 seconds', but is '" + text + "'");
    }
    return sum;
  }

  private static Duration unit(String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "d", "day", "days" -> Duration.ofDays(1);
      case "h", "hr", "hrs", "hour", "hours" -> Duration.ofHours(1);
      case "m", "min", "mins", "minute", "minutes" -> Duration.ofMinutes(1);
      case "s", "sec", "secs", "second", "seconds" -> Duration.ofSeconds(1);
      case "ms", "millis", "millisecond", "milliseconds" -> Duration.ofMillis(1);
      default -> throw new IllegalArgumentException("'duration' has an unknown unit: " + unit);
    };
  }

  /** {@code 2030-01-31}, {@code 2030-01-31 10:00}, with a zone after it, or ISO 8601. */
  static Instant until(String text) {
    var date = text.strip();
    try {
      if (date.matches("\\d{4}-\\d{2}-\\d{2}")) {
        return LocalDate.parse(date).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      if (date.matches("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}")) {
        return LocalDateTime.parse(date, MINUTES).toInstant(ZoneOffset.UTC);
      }
      if (date.matches("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2} .+")) {
        var zone = ZoneId.of(date.substring(17).strip(), ZoneId.SHORT_IDS);
        return LocalDateTime.parse(date.substring(0, 16), MINUTES).atZone(zone).toInstant();
      }
      return ZonedDateTime.parse(date).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'until' must be like '2030-01-31 10:00 GMT', but is '" + text + "'", e);
    }
  }
}
