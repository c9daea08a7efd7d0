package dev.millrace.server.script;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** {@code Date} and the methods of dates, all in UTC. */
final class DateMethods {

  private static final long MILLIS = 1_000_000;

  /** More than that in a part of a date is no date. */
  private static final double LARGEST_PART = 1e9;

  /** A part of a date: its name, its place among the parts, and how it is read. */
  private record Part(String title, int place, ToDoubleFunction<ZonedDateTime> reader) {}

  /** In the order in which {@code new Date(...)} takes them. */
  private static final List<Part> PARTS =
      List.of(
          new Part("FullYear", 0, date -> date.getYear()),
          new Part("Month", 1, date -> date.getMonthValue() - 1),
          new Part("Date", 2, date -> date.getDayOfMonth()),
          new Part("Hours", 3, date -> date.getHour()),
          new Part("Minutes", 4, date -> date.getMinute()),
          new Part("Seconds", 5, date -> date.getSecond()),
          new Part("Milliseconds", 6, date -> date.get(ChronoField.MILLI_OF_SECOND)));

  private DateMethods() {}

  static Map<String, Object> table() {
    var methods = new Methods("");
    for (Part part : PARTS) {
      for (String zone : new String[] {"", "UTC"}) {
        methods.add("get" + zone + part.title(), (_, self, _) -> read(self, part.reader()));
        methods.add(
            "set" + zone + part.title(), (machine, self, args) -> set(machine, self, part, args));
      }
    }
    methods.add("getDay", (_, self, _) -> read(self, date -> date.getDayOfWeek().getValue() % 7));
    methods.add("getUTCDay", (_, self, _) -> read(self, d -> d.getDayOfWeek().getValue() % 7));
    return methods
        .add("getTime", (_, self, _) -> JsDate.of(self).time())
        .add("valueOf", (_, self, _) -> JsDate.of(self).time())
        .add("setTime", (machine, self, args) -> moved(self, args.number(machine, 0)))
        .add("getTimezoneOffset", (_, _, _) -> 0.0)
        .add("toISOString", (machine, self, _) -> machine.made(JsDate.of(self).iso()))
        .add("toJSON", (_, self, _) -> JsDate.of(self).json())
        .add("toDateString", (machine, self, _) -> machine.made(JsDate.of(self).day()))
        .add("toString", (machine, self, _) -> machine.made(JsDate.of(self).text(machine)))
        .table();
  }

  static Native constructor() {
    var functions =
        new Methods("Date")
            .add("now", (machine, _, _) -> (double) machine.now().toEpochMilli())
            .add("parse", (machine, _, args) -> JsDate.parse(args.text(machine, 0)))
            .add("UTC", (machine, _, args) -> time(machine, args))
            .table();
    return Native.constructor(
        "Date",
        functions,
        (machine, self, args) -> {
          machine.cells(1);
          var now = new JsDate(machine.now().toEpochMilli());
          return self == Native.Construct.NEW ? made(machine, args, now) : now.text(machine);
        });
  }

  private static Object made(Machine machine, Args args, JsDate now) {
    if (args.size() == 0) {
      return now;
    }
    if (args.size() > 1) {
      return new JsDate(time(machine, args));
    }
    Object only = Conversions.primitive(machine, args.at(0), true);
    return new JsDate(
        only instanceof String text ? JsDate.parse(text) : Conversions.number(machine, only));
  }

  private static double time(Machine machine, Args args) {
    double[] parts = {1970, 0, 1, 0, 0, 0, 0};
    for (int i = 0; i < Math.min(parts.length, args.size()); i++) {
      parts[i] = args.number(machine, i);
    }
    return time(parts);
  }

  /** Parts beyond their range carry over, as in JavaScript. */
  private static double time(double[] parts) {
    for (double part : parts) {
      if (!(Math.abs(part) < LARGEST_PART)) {
        return Double.NaN;
      }
    }
    double years = parts[0] + Math.floor(parts[1] / 12);
    if (Math.abs(years) > 270_000) {
      return Double.NaN;
    }
    int month = (int) (parts[1] - Math.floor(parts[1] / 12) * 12);
    return LocalDateTime.of((int) years, month + 1, 1, 0, 0)
        .plusDays((long) parts[2] - 1)
        .plusHours((long) parts[3])
        .plusMinutes((long) parts[4])
        .plusSeconds((long) parts[5])
        .plusNanos(((long) parts[6]) * MILLIS)
        .toInstant(ZoneOffset.UTC)
        .toEpochMilli();
  }

  private static Object read(Object self, ToDoubleFunction<ZonedDateTime> reader) {
    var date = JsDate.of(self);
    return date.valid() ? reader.applyAsDouble(date.utc()) : Double.NaN;
  }

  private static Object set(Machine machine, Object self, Part part, Args args) {
    var date = JsDate.of(self);
    if (!date.valid()) {
      return Double.NaN;
    }
    var parts = new double[PARTS.size()];
    for (Part one : PARTS) {
      parts[one.place()] = one.reader().applyAsDouble(date.utc());
    }
    for (int i = 0; i < args.size() && part.place() + i < parts.length; i++) {
      parts[part.place() + i] = args.number(machine, i);
    }
    return moved(self, time(parts));
  }

  private static Object moved(Object self, double time) {
    var date = JsDate.of(self);
    date.time(time);
    return date.time();
  }
}
