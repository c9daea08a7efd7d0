package dev.millrace.dsl.source;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What somebody may have meant who wrote a name that is not there. */
public final class Suggestion {

  private static final int LISTED = 12;
  private static final int LONGEST_NAME = 64;

  private Suggestion() {}

  /** {@code "; did you mean 'x'?"}, or what there is to choose from, or nothing. */
  public static String of(String written, Collection<String> known) {
    if (written.length() > LONGEST_NAME) {
      return "";
    }
    int reach = Math.max(1, written.length() / 3) + 1;
    var nearest =
        known.stream()
            .filter(name -> distance(written, name) <= reach)
            .min(
                Comparator.<String>comparingInt(name -> distance(written, name))
                    .thenComparing(Comparator.naturalOrder()));
    if (nearest.isPresent()) {
      return "; did you mean '" + nearest.get() + "'?";
    }
    if (known.isEmpty()) {
      return "";
    }
    var names = known.stream().sorted().limit(LISTED).toList();
    return "; there is " + String.join(", ", names) + (known.size() > LISTED ? ", …" : "");
  }

  /** Edits from one to the other; case does not count, a swap of neighbours counts one. */
  static int distance(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = i == 0 || j == 0 ? i + j : step(d, a, b, i, j);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int step(int[][] d, String a, String b, int i, int j) {
    int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int best = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + cost);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
