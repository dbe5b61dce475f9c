package org.polyphony.workload.kernel;

import java.util.Collection;
import java.util.Locale;

/** Finds the name that the user probably meant. */
final class Names {
  private Names() {}

  /** Returns the candidate with the least edit distance, or null when none is near. */
  static String nearest(String wrong, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(2, wrong.length() / 2) + 1;
    for (String candidate : candidates) {
      int distance = distance(wrong.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
