package org.polyphony.workload.trace;

import java.util.List;
import java.util.Locale;

/**
 * Two profiles side by side, for instance a trace and the model of the same kernel.
 *
 * @param first what the differences are relative to
 * @param second the other
 */
public record ProfileComparison(TraceProfile first, TraceProfile second) {
  /** Returns one line per figure: both values and how the second differs. */
  public String table() {
    StringBuilder text = new StringBuilder();
    append(text, "", first.name(), second.name(), "difference");
    List<ProfileRow> left = ProfileRow.of(first);
    List<ProfileRow> right = ProfileRow.of(second);
    for (int i = 0; i < left.size(); i++) {
      ProfileRow row = left.get(i);
      append(text, row.name(), row.text(), right.get(i).text(), row.differenceTo(right.get(i)));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String name, String a, String b, String change) {
    String line = String.format(Locale.ROOT, "%-32s %20s %20s %18s", name, a, b, change);
    text.append(line.stripTrailing()).append('\n');
  }
}
