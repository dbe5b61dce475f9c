package org.polyphony.study.maestro;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.PairFigure.Shown;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.StratifiedMean;
import org.polyphony.study.pairs.Variant;

/**
 * What a paper says of two variants, to be tested on the pairs of a study.
 *
 * @param text the statement
 * @param category label of the pairs that it is about, or all
 * @param metric that it is about
 * @param one the variant that is said to be better, or close
 * @param other what it is compared with
 * @param isClose true when the one is said to be about as good as the other: within five percent
 */
record Claim(
    String text,
    String category,
    PairStudy.Metric metric,
    Variant one,
    Variant other,
    boolean isClose) {
  private static final double CLOSE = 0.05; // of the ratio
  private static final Pattern FORM =
      Pattern.compile("(\\S+): (\\S+) (better than|close to) (\\S+) by (STP|ANTT)");

  /**
   * How a claim fares.
   *
   * @param claim the statement
   * @param ratio of the first variant's value to the other's, over the pairs
   * @param verdict empty without pairs
   */
  record Test(Claim claim, StratifiedMean ratio, Optional<Verdict> verdict) {
    String text() {
      return claim.text;
    }

    String words() {
      return verdict.map(Verdict::text).orElse("no pairs");
    }
  }

  /**
   * Returns a claim such as {@code COM/MEM: maestro better than smk-even by STP}.
   *
   * @param shown what the variants are called
   */
  static Claim of(String text, List<Shown> shown) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("claim: " + text);
    }
    return new Claim(
        text,
        parts.group(1),
        PairStudy.Metric.valueOf(parts.group(5)),
        variant(parts.group(2), shown),
        variant(parts.group(4), shown),
        parts.group(3).equals("close to"));
  }

  private static Variant variant(String label, List<Shown> shown) {
    return shown.stream()
        .filter(s -> s.label().equals(label))
        .map(Shown::variant)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("variant: " + label));
  }

  /** Tests the claim on the pairs that have run under both variants. */
  Test test(PairStudy study) {
    List<Pair> pairs =
        study.pairs(List.of(one, other)).stream()
            .filter(pair -> category.equals("all") || category.equals(pair.category().label()))
            .toList();
    StratifiedMean ratio =
        study.overall(
            pairs, repeat -> metric.of(repeat.summary(one)) / metric.of(repeat.summary(other)));
    return new Test(this, ratio, pairs.isEmpty() ? Optional.empty() : Optional.of(verdict(ratio)));
  }

  private Verdict verdict(StratifiedMean ratio) {
    if (isClose) {
      return Verdict.of(Math.abs(ratio.mean() - 1) <= CLOSE);
    }
    boolean isSure = ratio.low() > 1 || ratio.high() < 1;
    boolean isBetter = metric.isMoreBetter() ? ratio.mean() > 1 : ratio.mean() < 1;
    return Verdict.of(isBetter, isSure);
  }
}
