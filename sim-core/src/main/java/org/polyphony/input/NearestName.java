package org.polyphony.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggests the allowed name closest to an unknown one. */
public final class NearestName {
  private static final int MOST_SHOWN = 20;
  private static final int NEAREST = 5; // shown of more
  private static final int SHORTEST_PART = 3; // letters of a name that stand for it

  private NearestName() {}

  /**
   * Returns the allowed name with the smallest edit distance, ignoring case; one that begins with
   * the wrong name, or has it in it, counts as one or two edits away.
   *
   * @return the first of the nearest names; empty if all need edits in more than two and more than
   *     half of their letters
   */
  public static Optional<String> of(String found, Collection<String> allowed) {
    String wrong = found.toLowerCase(Locale.ROOT);
    int longest = allowed.stream().mapToInt(String::length).max().orElse(0);
    if (wrong.length() > 2 * longest + 2) {
      return Optional.empty(); // too long to be a misspelling
    }
    return allowed.stream()
        .sorted()
        .min(Comparator.comparingInt(name -> distance(wrong, name.toLowerCase(Locale.ROOT))))
        .filter(name -> resembles(wrong, name.toLowerCase(Locale.ROOT)));
  }

  private static boolean resembles(String wrong, String name) {
    return distance(wrong, name) <= Math.max(2, Math.max(wrong.length(), name.length()) / 2);
  }

  /**
   * Describes the allowed names and the nearest one.
   *
   * @return for example {@code one of gto, lrr (nearest: lrr)}; of more than {@value #MOST_SHOWN}
   *     names the nearest, as {@code one of 60 names (nearest: LC, LBM)}; the name itself if only
   *     one is allowed
   */
  public static String oneOf(String found, Collection<String> allowed) {
    if (allowed.size() == 1) {
      return allowed.iterator().next();
    }
    if (allowed.size() > MOST_SHOWN) {
      String how = of(found, allowed).isPresent() ? "nearest: " : "such as ";
      return "one of " + allowed.size() + " names (" + how + nearest(found, allowed) + ")";
    }
    String nearest = of(found, allowed).map(name -> " (nearest: " + name + ")").orElse("");
    return "one of " + String.join(", ", allowed) + nearest;
  }

  private static String nearest(String found, Collection<String> allowed) {
    String wrong = found.toLowerCase(Locale.ROOT);
    return allowed.stream()
        .sorted()
        .sorted(Comparator.comparingInt(name -> distance(wrong, name.toLowerCase(Locale.ROOT))))
        .limit(NEAREST)
        .collect(Collectors.joining(", "));
  }

  private static int distance(String wrong, String name) {
    int edits = edits(wrong, name);
    boolean isPart = wrong.length() >= SHORTEST_PART && name.contains(wrong);
    return isPart ? Math.min(edits, name.startsWith(wrong) ? 1 : 2) : edits;
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
