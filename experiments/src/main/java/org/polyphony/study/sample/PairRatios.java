package org.polyphony.study.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.sample.PairStudy.Metric;
import org.polyphony.study.sample.PairStudy.Shown;

/**
 * Paired ratios of STP and of ANTT between each two variants of a study, with their intervals and
 * the pairs that one of them wins.
 */
public final class PairRatios {
  /** Paired ratios of all variants; a tie is a difference of at most {@value #TIE}. */
  public static final Table<Ratio> TABLE =
      new Table<Ratio>("ratios.csv")
          .text("set", ratio -> ratio.group.set)
          .text("category", ratio -> ratio.group.category)
          .text("metric", Ratio::metric)
          .text("policy", ratio -> ratio.variant.label())
          .text("over", ratio -> ratio.other.label())
          .text("pairs", ratio -> ratio.group.pairs.size())
          .text("ratio", ratio -> ratio.mean.mean())
          .text("low", ratio -> ratio.mean.low())
          .text("high", ratio -> ratio.mean.high())
          .text("wins", ratio -> ratio.outcomes.wins)
          .text("ties", ratio -> ratio.outcomes.ties)
          .text("losses", ratio -> ratio.outcomes.losses);

  /** Two values this close are a tie; our choice. */
  private static final double TIE = 0.02;

  private final PairStudy study;
  private final List<Shown> variants;

  /** Pairs that are compared together. */
  private record Group(String set, String category, List<Pair> pairs) {}

  /** In how many pairs a variant is better than another, as good, or worse. */
  private record Outcomes(int wins, int ties, int losses) {
    /** Counts pairs by the gain of the variant, the logarithm of a ratio; more is better. */
    static Outcomes of(List<Double> gains) {
      double tie = Math.log1p(TIE);
      int wins = (int) gains.stream().filter(gain -> gain > tie).count();
      int losses = (int) gains.stream().filter(gain -> gain < -tie).count();
      return new Outcomes(wins, gains.size() - wins - losses, losses);
    }
  }

  /** A comparison of two variants on some pairs. */
  public record Ratio(
      Group group,
      Metric metric,
      Shown variant,
      Shown other,
      GeometricMean mean,
      Outcomes outcomes) {}

  /** Creates the ratios of the variants of a study that has run. */
  public PairRatios(PairStudy study, List<Shown> variants) {
    this.study = study;
    this.variants = List.copyOf(variants);
  }

  /**
   * Returns the ratios of each variant over each one before it.
   *
   * @param set names the set of pairs to which a pair belongs
   */
  public List<Ratio> of(List<Pair> pairs, Function<Pair, String> set) {
    List<Ratio> ratios = new ArrayList<>();
    for (Group group : groups(pairs, set)) {
      for (Metric metric : Metric.values()) {
        ratios.addAll(ratios(group, metric));
      }
    }
    return ratios;
  }

  private List<Ratio> ratios(Group group, Metric metric) {
    List<Ratio> ratios = new ArrayList<>();
    for (int variant = 1; variant < variants.size(); variant++) {
      for (int other = 0; other < variant; other++) {
        ratios.add(ratio(group, metric, variants.get(variant), variants.get(other)));
      }
    }
    return ratios;
  }

  private static List<Group> groups(List<Pair> pairs, Function<Pair, String> set) {
    Map<String, List<Pair>> sets = new LinkedHashMap<>();
    pairs.forEach(pair -> sets.computeIfAbsent(set.apply(pair), s -> new ArrayList<>()).add(pair));
    List<Group> groups = new ArrayList<>();
    sets.forEach(
        (name, all) -> {
          groups.add(new Group(name, GroupMean.ALL, all));
          for (Category category : Category.values()) {
            List<Pair> some = all.stream().filter(pair -> pair.category() == category).toList();
            if (!some.isEmpty()) {
              groups.add(new Group(name, category.label(), some));
            }
          }
        });
    return groups;
  }

  private Ratio ratio(Group group, Metric metric, Shown variant, Shown other) {
    ToDoubleFunction<PairRepeat> ratio =
        repeat ->
            metric.of(variant.variant()).applyAsDouble(repeat)
                / metric.of(other.variant()).applyAsDouble(repeat);
    int sign = metric.isMoreBetter() ? 1 : -1;
    List<Double> gains =
        group.pairs.stream().map(pair -> sign * Math.log(study.mean(pair, ratio).mean())).toList();
    GeometricMean mean = study.overall(group.pairs, ratio);
    return new Ratio(group, metric, variant, other, mean, Outcomes.of(gains));
  }
}
