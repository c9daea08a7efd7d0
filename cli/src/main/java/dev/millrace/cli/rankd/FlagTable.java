package dev.millrace.cli.rankd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a command line: {@code --name}, {@code --name value} or {@code --name=value}. Not
 * picocli, which the other commands use: its classes are too old for the JVM's start-up cache, and
 * a one-shot call would spend most of its time on them. Not thread-safe.
 */
final class FlagTable {

  private static final int DOC_COLUMN = 34;
  private static final int WIDTH = 100;

  /**
   * A flag.
   *
   * @param label what its value is called; null: it has none
   * @param otherwise its value if none is given; null: one has to be given
   */
  private record Flag(
      String name,
      @Nullable String label,
      @Nullable String otherwise,
      String doc,
      Consumer<String> set) {}

  private final Map<String, Flag> flags = new LinkedHashMap<>();

  /** A heading above the flags that follow, by the first of them. */
  private final Map<String, String> headings = new LinkedHashMap<>();

  private @Nullable String nextHeading;

  void heading(String text) {
    nextHeading = text;
  }

  /** A flag without value. */
  void toggle(String name, String doc, Runnable set) {
    add(new Flag(name, null, null, doc, _ -> set.run()));
  }

  void text(String name, String label, String doc, Consumer<String> set) {
    add(new Flag(name, label, null, doc, set));
  }

  /** A flag whose value is {@code otherwise} if it has none. */
  void text(String name, String label, String otherwise, String doc, Consumer<String> set) {
    add(new Flag(name, "[" + label + "]", otherwise, doc, set));
  }

  /** A whole number that is at least {@code least}. */
  void number(String name, String doc, int least, IntConsumer set) {
    add(
        new Flag(
            name,
            "N",
            null,
            doc,
            text -> {
              set.accept((int) number(name, text, least, Integer.MAX_VALUE));
            }));
  }

  /** A whole number of milliseconds, 0 or more. */
  void millis(String name, String doc, LongConsumer set) {
    // As much as fits into nanoseconds.
    add(
        new Flag(
            name,
            "MS",
            null,
            doc,
            text -> {
              set.accept(number(name, text, 0, Long.MAX_VALUE / 1_000_000));
            }));
  }

  private void add(Flag flag) {
    flags.put(flag.name(), flag);
    if (nextHeading != null) {
      headings.put(flag.name(), nextHeading);
      nextHeading = null;
    }
  }

  private static long number(String name, String text, long least, long most) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Refusal.usage("%s is '%s', must be a whole number".formatted(name, text));
    }
    if (value < least || value > most) {
      String bound = value < least ? "at least " + least : "at most " + most;
      throw Refusal.usage("%s is %d, must be %s".formatted(name, value, bound));
    }
    return value;
  }

  /** Sets all flags of {@code args}; refuses what is none. */
  void parse(String... args) {
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
      String name = equals < 0 ? arg : arg.substring(0, equals);
      Flag flag = flags.get(name);
      if (flag == null) {
        throw unknown(name);
      }
      if (flag.label() == null) {
        if (equals >= 0) {
          throw Refusal.usage("%s takes no value".formatted(name));
        }
        flag.set().accept("");
      } else if (equals >= 0) {
        flag.set().accept(arg.substring(equals + 1));
      } else if (i + 1 < args.length && !args[i + 1].startsWith("--")) {
        flag.set().accept(args[++i]);
      } else if (flag.otherwise() != null) {
        flag.set().accept(flag.otherwise());
      } else {
        throw Refusal.usage("%s needs a value: %s".formatted(name, flag.label()));
      }
    }
  }

  private Refusal unknown(String name) {
    if (!name.startsWith("-")) {
      return Refusal.usage("unknown argument '%s'".formatted(name));
    }
    String closest = null;
    int least = 4;
    for (String each : flags.keySet()) {
      int distance = distance(name.replace('-', '_'), each.replace('-', '_'));
      if (distance < least) {
        least = distance;
        closest = each;
      }
    }
    String hint = closest == null ? "" : ", did you mean '%s'?".formatted(closest);
    return Refusal.usage("unknown flag '%s'%s".formatted(name, hint));
  }

  /** How many characters have to be put in, left out or changed. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  /** All flags with what they do. */
  String help() {
    StringBuilder help = new StringBuilder();
    for (Flag flag : flags.values()) {
      String heading = headings.get(flag.name());
      if (heading != null) {
        help.append('\n').append(heading).append(":\n");
      }
      String label = flag.label() == null ? "" : " " + flag.label();
      StringBuilder line = new StringBuilder("  ").append(flag.name()).append(label);
      for (String part : wrapped(flag.doc())) {
        if (line.length() >= DOC_COLUMN) {
          help.append(line).append('\n');
          line.setLength(0);
        }
        line.repeat(' ', DOC_COLUMN - line.length()).append(part);
      }
      help.append(line).append('\n');
    }
    return help.toString();
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + word.length() >= WIDTH - DOC_COLUMN) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
