package org.polyphony.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was meant. */
final class Nearest {
  private Nearest() {}

  /** Returns {@code ; did you mean 'x'?}, or nothing when no known name resembles the given one. */
  static String hint(String given, Collection<String> known) {
    return of(given, known).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  /** Returns the known name with the least edits, at most a third of the given one's length. */
  static Optional<String> of(String given, Collection<String> known) {
    String wanted = given.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, given.length() / 3);
    return known.stream()
        .filter(name -> edits(wanted, name.toLowerCase(Locale.ROOT)) <= limit)
        .min(
            Comparator.<String>comparingInt(name -> edits(wanted, name.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Returns the distance with insertion, deletion, replacement and swap of neighbours. */
  private static int edits(String a, String b) {
    int[][] distance = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distance[i][j] = i == 0 || j == 0 ? i + j : step(distance, a, b, i, j);
      }
    }
    return distance[a.length()][b.length()];
  }

  private static int step(int[][] distance, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best =
        Math.min(
            distance[i - 1][j - 1] + (same ? 0 : 1),
            1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, distance[i - 2][j - 2] + 1) : best;
  }
}
