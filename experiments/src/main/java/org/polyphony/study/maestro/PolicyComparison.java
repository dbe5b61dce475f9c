package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.plot.GeometricMean;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.PairFigure.Shown;
import org.polyphony.study.maestro.PairStudy.Metric;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.GroupMean;
import org.polyphony.text.Table;
import org.polyphony.workload.kernel.BundledModels;

/**
 * STP and ANTT of pairs under variants of a policy, the first of which the others are compared
 * with: on the pairs on which {@code tutti} was designed, and on the others.
 *
 * @param goals what the last variant should gain over the first, in points over non-shared
 *     execution; empty if there is no goal
 */
record PolicyComparison(String name, List<Shown> shown, Map<Metric, Integer> goals) {
  static final PolicyComparison TUTTI =
      new PolicyComparison(
          "tutti",
          List.of(new Shown("maestro", Variant.MAESTRO), new Shown("tutti", Variant.TUTTI)),
          Map.of(Metric.STP, 5, Metric.ANTT, -12));
  static final PolicyComparison ABLATION =
      new PolicyComparison(
          "tutti-ablation",
          List.of(
              new Shown("tutti", Variant.TUTTI),
              without("tryNeighbours", false),
              without("trySpatial", false),
              without("confirm", false),
              without("holdRoom", false),
              without("remember", false),
              without("patienceCycles", 0),
              new Shown("ideal preemption", Variant.TUTTI.with("ideal"))),
          Map.of());

  /**
   * The first pairs of the sample of all benchmarks, on which the policy's parameters were chosen.
   */
  private static final int DESIGN_PAIRS = 40;

  private static final int WORST = 10;
  private static final double POINT = 0.01;

  private static Shown without(String parameter, Object off) {
    return new Shown("without " + parameter, Variant.onMaestroSms("tutti", Map.of(parameter, off)));
  }

  Figure figure() {
    return new Figure(name, shown.stream().map(Shown::variant).toList(), PairStudy.of(this::make));
  }

  /** Pairs whose means stand in a row of the table. */
  private record Group(String set, String category, List<Pair> pairs) {}

  private void make(Figure figure, FigureContext context, PairStudy study, List<Pair> pairs) {
    study.write(pairs, shown);
    List<Group> groups = groups(pairs);
    GroupMean.TABLE.write(
        context.folder(), groups.stream().flatMap(group -> bars(study, group).stream()));
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
        findings(study, groups),
        study.sampling(pairs) + "\n" + means.markdown(groups) + "\n" + worst(study, pairs));
  }

  private static List<Group> groups(List<Pair> pairs) {
    Set<Pair> design = new HashSet<>(PairSample.of(BundledModels.names()).first(DESIGN_PAIRS));
    Map<String, List<Pair>> sets = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      String set = design.contains(pair) ? "design" : "judged";
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

  /** Returns whether the last variant reaches the goals, by set of pairs. */
  private List<Finding> findings(PairStudy study, List<Group> groups) {
    List<Finding> findings = new ArrayList<>();
    for (Group group : groups) {
      for (Metric metric : Metric.values()) {
        if (goals.containsKey(metric) && group.category.equals(GroupMean.ALL)) {
          findings.add(finding(study, group, metric));
        }
      }
    }
    return findings;
  }

  private Finding finding(PairStudy study, Group group, Metric metric) {
    Shown first = shown.get(0);
    Shown last = shown.get(shown.size() - 1);
    int goal = goals.get(metric);
    double gain =
        study.overall(group.pairs, metric.of(last.variant())).mean()
            - study.overall(group.pairs, metric.of(first.variant())).mean();
    GeometricMean ratio = ratio(study, group.pairs, metric);
    return new Finding(
        text(
            "%s of %s over non-shared %d points %s than that of %s: %d %s pairs",
            metric,
            last.label(),
            Math.abs(goal),
            goal > 0 ? "higher" : "lower",
            first.label(),
            group.pairs.size(),
            group.set),
        "",
        text(
            "%+.1f points (ratio %.3f, %.3f to %.3f)",
            gain / POINT, ratio.mean(), ratio.low(), ratio.high()),
        Verdict.of(goal > 0 ? gain >= goal * POINT : gain <= goal * POINT));
  }

  private GeometricMean ratio(PairStudy study, List<Pair> pairs, Metric metric) {
    Variant first = shown.get(0).variant();
    Variant last = shown.get(shown.size() - 1).variant();
    return study.overall(
        pairs,
        repeat -> metric.of(last).applyAsDouble(repeat) / metric.of(first).applyAsDouble(repeat));
  }

  /** Returns the pairs whose ANTT is worst compared with that under the first variant. */
  private String worst(PairStudy study, List<Pair> pairs) {
    if (goals.isEmpty()) {
      return "";
    }
    Comparator<Pair> order =
        Comparator.comparingDouble(pair -> ratio(study, List.of(pair), Metric.ANTT).mean());
    List<Pair> worst = pairs.stream().sorted(order.reversed()).limit(WORST).toList();
    Table<Pair> table =
        new Table<Pair>()
            .text("pair", Pair::label)
            .text("category", pair -> pair.category().label());
    for (Shown each : shown) {
      for (Metric metric : Metric.values()) {
        table =
            table.number(
                metric + " " + each.label(),
                "%.3f",
                pair -> study.mean(pair, metric.of(each.variant())).mean());
      }
    }
    return text("The %d pairs that lose most:%n%n%s", worst.size(), table.markdown(worst));
  }
}
