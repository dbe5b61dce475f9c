package org.polyphony.figure.maestro;

import java.util.List;
import java.util.Optional;
import org.polyphony.pairs.Category;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.StratifiedMean;
import org.polyphony.pairs.Variant;

/**
 * What a paper says of two variants, to be tested on the pairs of a study.
 *
 * @param category that it is about; empty for all pairs
 * @param metric that it is about
 * @param one the variant that is said to be better, or close
 * @param other what it is compared with
 * @param relation what is said
 */
record Claim(
    Optional<Category> category,
    PairStudy.Metric metric,
    Variant one,
    Variant other,
    Relation relation) {
  private static final double CLOSE = 0.05; // of the ratio

  /** What one variant is said to be. */
  enum Relation {
    /** Better than the other. */
    BETTER("better than"),
    /** About as good as the other: within five percent. */
    CLOSE("close to");

    private final String words;

    Relation(String words) {
      this.words = words;
    }
  }

  /**
   * How a claim fares.
   *
   * @param ratio of the first variant's value to the other's, over the pairs
   * @param verdict in words
   */
  record Test(StratifiedMean ratio, String verdict) {}

  static Claim better(Category category, PairStudy.Metric metric, Variant one, Variant other) {
    return new Claim(Optional.of(category), metric, one, other, Relation.BETTER);
  }

  static Claim close(Category category, PairStudy.Metric metric, Variant one, Variant other) {
    return new Claim(Optional.of(category), metric, one, other, Relation.CLOSE);
  }

  static Claim betterOverall(PairStudy.Metric metric, Variant one, Variant other) {
    return new Claim(Optional.empty(), metric, one, other, Relation.BETTER);
  }

  /** Returns the claim in words, with the variants' names as a figure shows them. */
  String text(String nameOfOne, String nameOfOther) {
    return category.map(Category::label).orElse("all")
        + ": "
        + nameOfOne
        + " "
        + relation.words
        + " "
        + nameOfOther
        + " by "
        + metric;
  }

  /** Tests the claim on the pairs that have run under both variants. */
  Test test(PairStudy study) {
    List<Pair> pairs =
        study.pairs(List.of(one, other)).stream()
            .filter(pair -> category.isEmpty() || category.get() == pair.category())
            .toList();
    StratifiedMean ratio =
        study.overall(
            pairs,
            pair -> metric.of(study.summary(pair, one)) / metric.of(study.summary(pair, other)));
    return new Test(ratio, pairs.isEmpty() ? "no pairs" : verdict(ratio));
  }

  private String verdict(StratifiedMean ratio) {
    if (relation == Relation.CLOSE) {
      return Math.abs(ratio.mean() - 1) <= CLOSE ? "holds" : "does not hold";
    }
    boolean isSure = ratio.low() > 1 || ratio.high() < 1;
    boolean isBetter = metric.isMoreBetter() ? ratio.mean() > 1 : ratio.mean() < 1;
    String verdict = isBetter ? "holds" : "does not hold";
    return isSure ? verdict : verdict + " (within the interval)";
  }
}
