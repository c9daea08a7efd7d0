package dev.millrace.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a setting's text must look like. */
sealed interface Kind {

  /**
   * Checks a text.
   *
   * @throws IllegalArgumentException saying what it must be
   */
  void check(String text);

  record Text() implements Kind {
    @Override
    public void check(String text) {
      if (text.isBlank()) {
        throw new IllegalArgumentException("must not be empty");
      }
    }
  }

  /** Never shown. */
  record Secret() implements Kind {
    @Override
    public void check(String text) {}
  }

  record Flag() implements Kind {
    @Override
    public void check(String text) {
      if (!text.equals("true") && !text.equals("false")) {
        throw new IllegalArgumentException("must be true or false");
      }
    }
  }

  record Choice(List<String> words) implements Kind {
    @Override
    public void check(String text) {
      if (!words.contains(text)) {
        throw new IllegalArgumentException("must be one of " + String.join(", ", words));
      }
    }
  }

  record Whole(long least, long most) implements Kind {
    @Override
    public void check(String text) {
      String range = "must be a whole number from " + least + " to " + most;
      long value;
      try {
        value = Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(range, e);
      }
      if (value < least || value > most) {
        throw new IllegalArgumentException(range);
      }
    }
  }

  /** Bytes: a number, or one with KB, MB or GB (of 1024). */
  record Bytes(long least, long most) implements Kind {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(B|KB|MB|GB)?");

    @Override
    public void check(String text) {
      long value = of(text);
      if (value < least || value > most) {
        throw new IllegalArgumentException("must be from " + least + " to " + most + " bytes");
      }
    }

    static long of(String text) {
      Matcher matcher = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new IllegalArgumentException("must be a size such as 65536, 64KB or 16MB");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "KB" -> number << 10;
        case "MB" -> number << 20;
        case "GB" -> number << 30;
        case null, default -> number;
      };
    }
  }

  /** A time: a number with ms, s, m or h. */
  record Time(Duration least, Duration most) implements Kind {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h)");

    @Override
    public void check(String text) {
      Duration value = of(text);
      if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        throw new IllegalArgumentException("must be from " + shown(least) + " to " + shown(most));
      }
    }

    static Duration of(String text) {
      Matcher matcher = FORM.matcher(text.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("must be a time such as 500ms, 10s, 5m or 1h");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }

    static String shown(Duration time) {
      return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
  }
}
