package dev.millrace.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** How messages show what a user wrote: quoted, on one line, and never endless. */
final class Text {
  private static final int MAX_CHARS = 80;
  private static final int MIN_COMPARED = 3;
  private static final int MAX_COMPARED = 64;

  private Text() {}

  static String quoted(String text) {
    return "'" + shown(text) + "'";
  }

  static String shown(String text) {
    return shown(text, MAX_CHARS);
  }

  static String shown(String text, int most) {
    StringBuilder out = new StringBuilder();
    int end = Math.min(text.length(), most);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || (Character.isSurrogate(c) && !isPaired(text, i, end))) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return end == text.length() ? out.toString() : out.append('…').toString();
  }

  private static boolean isPaired(String text, int at, int end) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < end && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  /** " (did you mean 'x'?)" if one of the known names is close, else nothing. */
  static String didYouMean(String name, Collection<String> known) {
    if (name.length() < MIN_COMPARED || name.length() > MAX_COMPARED) {
      return "";
    }
    String wanted = plain(name);
    List<String> best = new ArrayList<>();
    int most = (wanted.length() + 1) / 3;
    int least = most + 1;
    for (String candidate : known) {
      int distance = candidate.length() > MAX_COMPARED ? least : distance(wanted, candidate);
      if (distance < least) {
        best.clear();
        least = distance;
      }
      if (distance == least && best.size() < 3 && least <= most) {
        best.add("'" + candidate + "'");
      }
    }
    return best.isEmpty() ? "" : " (did you mean %s?)".formatted(String.join(" or ", best));
  }

  /** The edit distance to a candidate, or to its last part if it has a namespace. */
  private static int distance(String wanted, String candidate) {
    String plain = plain(candidate);
    int scope = plain.indexOf("::");
    int whole = edits(wanted, plain);
    return scope < 0 ? whole : Math.min(whole, edits(wanted, plain.substring(scope + 2)));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int kept = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(kept, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
