package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;
import org.polyphony.study.sample.PairStudy.Shown;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Policies compared pair by pair on equal SMs: the same register allocation, preemption, kernel
 * scheduler and epoch for all. Each two policies are compared by the paired ratio of STP and of
 * ANTT, with its interval, and by the pairs that one of them wins. Pairs on which a policy was
 * tuned are kept apart.
 *
 * @param benchmarks that are paired
 * @param tuned pairs, first of the sample, on which the parameters of {@code tutti} were chosen;
 *     they run last
 * @param isClaim whether the last policy is claimed to be better than each other one
 */
record PolicyComparison(
    String name, List<String> benchmarks, int tuned, List<Shown> shown, boolean isClaim) {
  private static final Shown TUTTI = new Shown("tutti", Variant.TUTTI);

  /** All policies on equal SMs; {@code smk-pw} brings its own kernel scheduler. */
  static final List<Shown> POLICIES =
      Stream.of("spatial-even", "smk-even", "smk-pw", "warped-slicer", "maestro", "tutti")
          .map(policy -> new Shown(policy, Variant.onMaestroSms(policy, Map.of())))
          .toList();

  /** The first pairs of the sample, on which the parameters of {@code tutti} were chosen. */
  private static final int TUNED_PAIRS = 40;

  /** On the benchmarks of GPU Maestro. */
  static final PolicyComparison POLICY_COMPARISON =
      new PolicyComparison("comparison", BundledModels.names(), TUNED_PAIRS, POLICIES, true);

  /**
   * On kernels that no policy was tuned on, those of {@code experiments/hardware/smk.cu}, but for
   * the second variant of its kernel {@code fma}.
   */
  static final PolicyComparison UNSEEN_KERNELS =
      new PolicyComparison(
          "comparison-unseen",
          BundledModels.smk().stream().filter(name -> !name.equals("smk-fma-steady")).toList(),
          0,
          POLICIES,
          true);

  static final PolicyComparison ABLATION =
      new PolicyComparison(
          "tutti-ablation",
          BundledModels.names(),
          TUNED_PAIRS,
          List.of(
              TUTTI,
              without("tryNeighbours", false),
              without("trySpatial", false),
              without("confirm", false),
              without("holdRoom", false),
              without("remember", false),
              without("patienceCycles", 0),
              new Shown("ideal preemption", Variant.TUTTI.with("ideal"))),
          false);

  /** Two values this close are a tie; our choice. */
  private static final double TIE = 0.02;

  /** In how many pairs a policy is better than another, as good, or worse. */
  record Outcomes(int wins, int ties, int losses) {
    /** Counts pairs by the gain of the policy, the logarithm of a ratio; more is better. */
    static Outcomes of(List<Double> gains) {
      double tie = Math.log1p(TIE);
      int wins = (int) gains.stream().filter(gain -> gain > tie).count();
      int losses = (int) gains.stream().filter(gain -> gain < -tie).count();
      return new Outcomes(wins, gains.size() - wins - losses, losses);
    }
  }

  /** A comparison of two policies on some pairs. */
  record Ratio(
      String set,
      String category,
      Metric metric,
      Shown policy,
      Shown other,
      GeometricMean mean,
      Outcomes outcomes) {
    int pairs() {
      return outcomes.wins + outcomes.ties + outcomes.losses;
    }

    boolean isBetter() {
      return metric.isMoreBetter() ? mean.mean() > 1 : mean.mean() < 1;
    }

    String measured() {
      return text(
          "%s; %d wins, %d ties, %d losses",
          mean.text("%.3f"), outcomes.wins, outcomes.ties, outcomes.losses);
    }

    Finding finding() {
      return new Finding(
          text(
              "%s of %s better than of %s, paired ratio: %d %s pairs",
              metric, policy.label(), other.label(), pairs(), set),
          "",
          measured(),
          Verdict.of(isBetter(), mean.low() > 1 || mean.high() < 1));
    }
  }

  /** Paired ratios of all policies; a tie is a difference of at most {@value #TIE}. */
  static final Table<Ratio> RATIOS =
      new Table<Ratio>("ratios.csv")
          .text("set", Ratio::set)
          .text("category", Ratio::category)
          .text("metric", Ratio::metric)
          .text("policy", ratio -> ratio.policy.label())
          .text("over", ratio -> ratio.other.label())
          .text("pairs", Ratio::pairs)
          .text("ratio", ratio -> ratio.mean.mean())
          .text("low", ratio -> ratio.mean.low())
          .text("high", ratio -> ratio.mean.high())
          .text("wins", ratio -> ratio.outcomes.wins)
          .text("ties", ratio -> ratio.outcomes.ties)
          .text("losses", ratio -> ratio.outcomes.losses);

  private static Shown without(String parameter, Object off) {
    return new Shown("without " + parameter, Variant.onMaestroSms("tutti", Map.of(parameter, off)));
  }

  Figure figure() {
    return new Figure(
        name,
        shown.stream().map(Shown::variant).toList(),
        PairStudy.of(PairSample.of(benchmarks).withLast(tuned), this::make));
  }

  /** Pairs whose means stand in a row of the table. */
  private record Group(String set, String category, List<Pair> pairs) {}

  private void make(Figure figure, FigureContext context, PairStudy study, List<Pair> pairs) {
    study.write(pairs, shown);
    List<Group> groups = groups(pairs);
    GroupMean.TABLE.write(
        context.folder(), groups.stream().flatMap(group -> bars(study, group).stream()));
    List<Ratio> ratios = groups.stream().flatMap(group -> ratios(study, group).stream()).toList();
    RATIOS.write(context.folder(), ratios.stream());
    Table<Group> means =
        new Table<Group>().text("pairs", Group::set).text("category", Group::category);
    means = means.number("count", group -> group.pairs.size());
    for (Shown each : shown) {
      for (Metric metric : Metric.values()) {
        means =
            means.number(
                metric + " " + each.label(),
                "%.3f",
                group -> study.overall(group.pairs, metric.of(each.variant())).mean());
      }
    }
    figure.report(
        context,
        study.extent(pairs),
        isClaim ? findings(ratios) : List.of(),
        study.sampling(pairs) + "\n" + means.markdown(groups));
  }

  private List<Group> groups(List<Pair> pairs) {
    Set<Pair> tuning = new HashSet<>(PairSample.of(benchmarks).first(tuned));
    Map<String, List<Pair>> sets = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      String set = tuned == 0 ? "unseen" : tuning.contains(pair) ? "tuning" : "held-out";
      sets.computeIfAbsent(set, s -> new ArrayList<>()).add(pair);
    }
    List<Group> groups = new ArrayList<>();
    sets.forEach(
        (set, all) -> {
          groups.add(new Group(set, GroupMean.ALL, all));
          for (Category category : Category.values()) {
            List<Pair> some = all.stream().filter(pair -> pair.category() == category).toList();
            if (!some.isEmpty()) {
              groups.add(new Group(set, category.label(), some));
            }
          }
        });
    return groups;
  }

  /** Returns the bars of a category; each set of pairs has a picture of its own. */
  private List<GroupMean> bars(PairStudy study, Group group) {
    List<GroupMean> bars = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (Shown each : shown) {
        GeometricMean mean = study.overall(group.pairs, metric.of(each.variant()));
        GroupMean bar = study.bar(group.pairs, metric, group.category, each, mean, Double.NaN);
        bars.add(bar.named(text("%s over non-shared, %s pairs (%%)", metric, group.set)));
      }
    }
    return bars;
  }

  /** Compares each policy with those before it on a group of pairs. */
  private List<Ratio> ratios(PairStudy study, Group group) {
    List<Ratio> ratios = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (int policy = 1; policy < shown.size(); policy++) {
        for (int other = 0; other < policy; other++) {
          ratios.add(ratio(study, group, metric, shown.get(policy), shown.get(other)));
        }
      }
    }
    return ratios;
  }

  private static Ratio ratio(
      PairStudy study, Group group, Metric metric, Shown policy, Shown other) {
    ToDoubleFunction<PairRepeat> ratio =
        repeat ->
            metric.of(policy.variant()).applyAsDouble(repeat)
                / metric.of(other.variant()).applyAsDouble(repeat);
    int sign = metric.isMoreBetter() ? 1 : -1;
    List<Double> gains =
        group.pairs.stream().map(pair -> sign * Math.log(study.mean(pair, ratio).mean())).toList();
    return new Ratio(
        group.set,
        group.category,
        metric,
        policy,
        other,
        study.overall(group.pairs, ratio),
        Outcomes.of(gains));
  }

  /** Returns whether the last policy is better than each other one on all pairs of a set. */
  private List<Finding> findings(List<Ratio> ratios) {
    Shown last = shown.get(shown.size() - 1);
    return ratios.stream()
        .filter(ratio -> ratio.policy.equals(last) && ratio.category.equals(GroupMean.ALL))
        .map(Ratio::finding)
        .toList();
  }
}
