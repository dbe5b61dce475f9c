package org.polyphony.report;

/**
 * How far results are that still grow.
 *
 * @param ended runs whose results are there, failed ones included
 * @param runs all of them, at least 1
 * @param words the same with what else there is to say
 */
public record Standing(int ended, int runs, String words) {
  /** Returns the first section of a page. */
  Section section() {
    String bar = "<progress value=\"%d\" max=\"%d\">%s</progress>%n";
    return new Section("progress", "Progress")
        .paragraph(words)
        .markup(bar.formatted(ended, runs, Math.round(100.0 * ended / runs) + "%"));
  }
}
