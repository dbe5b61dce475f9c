package org.polyphony.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Offers the allowed name that a wrong name was probably meant to be. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns the allowed name with the fewest edits to what was found, ignoring case.
   *
   * @return the nearest, the first in order among equals; empty when more than half of the letters
   *     of each, and more than two, would have to change
   */
  public static Optional<String> of(String found, Collection<String> allowed) {
    String wrong = found.toLowerCase(Locale.ROOT);
    int longest = allowed.stream().mapToInt(String::length).max().orElse(0);
    if (wrong.length() > 2 * longest + 2) {
      return Optional.empty(); // whatever it holds
    }
    return allowed.stream()
        .sorted()
        .min(Comparator.comparingInt(name -> edits(wrong, name.toLowerCase(Locale.ROOT))))
        .filter(name -> resembles(wrong, name.toLowerCase(Locale.ROOT)));
  }

  private static boolean resembles(String wrong, String name) {
    return edits(wrong, name) <= Math.max(2, Math.max(wrong.length(), name.length()) / 2);
  }

  /**
   * Returns what is allowed in words, with the nearest name.
   *
   * @return for example {@code one of gto, lrr (nearest: lrr)}; the name itself when there is but
   *     one
   */
  public static String oneOf(String found, Collection<String> allowed) {
    if (allowed.size() == 1) {
      return allowed.iterator().next();
    }
    String nearest = of(found, allowed).map(name -> " (nearest: " + name + ")").orElse("");
    return "one of " + String.join(", ", allowed) + nearest;
  }

  /** Levenshtein distance, one row of the table at a time. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
