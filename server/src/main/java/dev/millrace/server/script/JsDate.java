package dev.millrace.server.script;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A date. The server's zone is UTC, whatever the machine's is. Not thread-safe. */
final class JsDate extends Thing {

  private static final double LARGEST = 8.64e15;
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);
  private static final DateTimeFormatter LONG =
      DateTimeFormatter.ofPattern("EEE MMM dd uuuu HH:mm:ss 'GMT+0000 (UTC)'", Locale.ENGLISH);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE MMM dd uuuu", Locale.ENGLISH);

  private static final Map<String, Object> METHODS = DateMethods.table();

  /** Milliseconds since 1970; NaN if it is no date. */
  private double time;

  JsDate(double time) {
    this.time = Math.abs(time) <= LARGEST ? (double) (long) time : Double.NaN;
  }

  static JsDate of(Object self) {
    if (self instanceof JsDate date) {
      return date;
    }
    throw Thrown.type(Conversions.shown(self) + " is not a Date");
  }

  double time() {
    return time;
  }

  void time(double newTime) {
    time = Math.abs(newTime) <= LARGEST ? newTime : Double.NaN;
  }

  boolean valid() {
    return !Double.isNaN(time);
  }

  ZonedDateTime utc() {
    return Instant.ofEpochMilli((long) time).atZone(ZoneOffset.UTC);
  }

  String iso() {
    if (!valid()) {
      throw Thrown.range("Invalid time value");
    }
    return utc().format(ISO);
  }

  /** As JSON has it; null if it is no date. */
  Object json() {
    return valid() ? iso() : Nothing.NULL;
  }

  String day() {
    return valid() ? utc().format(DAY) : "Invalid Date";
  }

  /** The time that a text says; NaN if it says none. */
  static double parse(String text) {
    String trimmed = text.strip();
    try {
      if (trimmed.length() <= "0000-00-00".length()) {
        return LocalDate.parse(trimmed).toEpochDay() * 86_400_000.0;
      }
      String iso = trimmed.replaceFirst(" (?=[0-9]{2}:)", "T");
      boolean zoned = iso.endsWith("Z") || iso.matches(".*[+-][0-9]{2}:?[0-9]{2}");
      return zoned
          ? OffsetDateTime.parse(iso.replaceFirst("([+-][0-9]{2})([0-9]{2})$", "$1:$2"))
              .toInstant()
              .toEpochMilli()
          : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException notIso) {
      return other(trimmed);
    }
  }

  private static double other(String text) {
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant()
          .toEpochMilli();
    } catch (DateTimeException noDate) {
      return Double.NaN;
    }
  }

  @Override
  Object property(Machine machine, String name) {
    Object method = METHODS.get(name);
    return method == null ? ObjectMethods.of(name) : method;
  }

  @Override
  void put(Machine machine, String name, Object value) {
    throw Thrown.type("Cannot set property '" + name + "' of a Date");
  }

  @Override
  boolean has(Machine machine, String name) {
    return false;
  }

  @Override
  void remove(Machine machine, String name) {}

  @Override
  List<String> names(Machine machine) {
    return List.of();
  }

  @Override
  String kind() {
    return "Date";
  }

  @Override
  String text(Machine machine) {
    return valid() ? utc().format(LONG) : "Invalid Date";
  }
}
