package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.percent;
import static org.polyphony.text.Formats.points;
import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Scale;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.PairFigure.Shown;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.StratifiedMean;
import org.polyphony.text.GroupMean;
import org.polyphony.text.Table;

/**
 * What a figure about pairs has measured, beside what the paper states.
 *
 * @param study what was run
 * @param pairs those that have ended under every variant
 */
record PairReport(PairFigure figure, PairStudy study, List<Pair> pairs) {
  private static final String LINE = "%-22s %-24s %-24s%n";
  private static final String CHANGE = "%+.1f%%";

  /** A variant's mean of a value over all pairs and over each category. */
  private record Row(
      Shown shown, double paper, StratifiedMean all, Map<Category, StratifiedMean> categories) {
    /** An average holds when it is near the paper's; that is sure when all its interval is. */
    Finding finding(PairStudy.Metric metric) {
      double least = 1 + paper - metric.near();
      double most = 1 + paper + metric.near();
      boolean holds = least <= all.mean() && all.mean() <= most;
      boolean isInside = least <= all.low() && all.high() <= most;
      boolean isOutside = all.high() < least || most < all.low();
      String statement =
          text(
              "%s of %s over non-shared execution (within %.0f points)",
              metric.name(), shown.label(), 100 * metric.near());
      return new Finding(
          statement, percent(CHANGE, paper), cell(all), Verdict.of(holds, isInside || isOutside));
    }

    Stream<GroupMean> bars(PairStudy.Metric metric) {
      Stream<GroupMean> each =
          categories.entrySet().stream()
              .map(
                  of -> bar(metric, of.getKey().label(), shown.label(), of.getValue(), Double.NaN));
      return Stream.concat(
          each, Stream.of(bar(metric, GroupMean.ALL, shown.label(), all, 100 * paper)));
    }

    String measuredAndPaper() {
      return percent(CHANGE, all.mean() - 1) + " (" + percent(CHANGE, paper) + ")";
    }
  }

  private List<Row> rows(PairStudy.Metric metric) {
    return figure.shown().stream()
        .map(
            shown -> {
              ToDoubleFunction<PairRepeat> value = metric.of(shown.variant());
              return new Row(
                  shown,
                  figure.paper(shown, metric),
                  study.overall(pairs, value),
                  study.byCategory(pairs, value));
            })
        .toList();
  }

  String summary() {
    StringBuilder text =
        new StringBuilder(text(LINE, runs(study, pairs), "STP (paper)", "ANTT (paper)"));
    List<Row> stp = rows(PairStudy.Metric.STP);
    List<Row> antt = rows(PairStudy.Metric.ANTT);
    for (int i = 0; i < stp.size(); i++) {
      String label = stp.get(i).shown.label();
      text.append(text(LINE, label, stp.get(i).measuredAndPaper(), antt.get(i).measuredAndPaper()));
    }
    for (Claim.Test test : tests()) {
      text.append(text("%-13s %s%n", test.words().replaceAll(" .within.*", ""), test.text()));
    }
    return text.toString();
  }

  private List<Claim.Test> tests() {
    return figure.claims().stream().map(claim -> claim.test(study)).toList();
  }

  String markdown(FigureContext context) {
    return conditions(context, study, pairs)
        + table("STP improvement").markdown(rows(PairStudy.Metric.STP))
        + "\n"
        + table("ANTT increase").markdown(rows(PairStudy.Metric.ANTT))
        + "\n"
        + new Table<Claim.Test>()
            .text("the paper's ordering", Claim.Test::text)
            .number("ratio", "%.3f", test -> test.ratio().mean())
            .text("95% interval", t -> text("%.3f to %.3f", t.ratio().low(), t.ratio().high()))
            .text("verdict", Claim.Test::words)
            .markdown(tests())
        + "\n";
  }

  /** Returns a mean as the bar of a change over non-shared execution, in percent. */
  static GroupMean bar(
      PairStudy.Metric metric, String group, String series, StratifiedMean of, double paper) {
    return new GroupMean(
        metric.change(),
        group,
        series,
        100 * (of.mean() - 1),
        100 * (of.low() - 1),
        100 * (of.high() - 1),
        paper);
  }

  Stream<GroupMean> means() {
    return Stream.of(PairStudy.Metric.values())
        .flatMap(metric -> rows(metric).stream().flatMap(row -> row.bars(metric)))
        .map(mean -> mean.ofRuns(runs(study, pairs)));
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (PairStudy.Metric metric : PairStudy.Metric.values()) {
      rows(metric).forEach(row -> findings.add(row.finding(metric)));
    }
    for (Claim.Test test : tests()) {
      StratifiedMean ratio = test.ratio();
      String measured = text("%.3f (%.3f to %.3f)", ratio.mean(), ratio.low(), ratio.high());
      test.verdict()
          .ifPresent(
              verdict ->
                  findings.add(
                      new Finding(test.text(), figure.paper(test.claim()), measured, verdict)));
    }
    return findings;
  }

  /** Returns how many pairs there are, and with how many seeds where that is not one. */
  static String runs(PairStudy study, List<Pair> pairs) {
    String seeds = study.seeds(pairs);
    return pairs.size() + " pairs" + (seeds.isEmpty() ? "" : " (" + seeds + ")");
  }

  /** Returns what was run, in a line. */
  static String extent(FigureContext context, PairStudy study, List<Pair> pairs) {
    long cycles = context.effort().cycles();
    return text(
        "%s on %s, rounds of %s",
        runs(study, pairs),
        context.conditions(PairStudy.GPU).words(),
        cycles > 0 ? text("%,d cycles alone", cycles) : "a billion thread instructions or all");
  }

  /** Returns what was run, in two sentences. */
  static String conditions(FigureContext context, PairStudy study, List<Pair> pairs) {
    long cycles = context.effort().cycles();
    String seeds = study.seeds(pairs);
    return text(
        "%d pairs (%s; sample seed %d) on %s, each benchmark for %,d thread instructions or all%s."
            + " Averages over all pairs weight%n"
            + "the categories by their size; intervals are 95%% bootstrap intervals%s.%n%n",
        pairs.size(),
        sizes(pairs, study.sample()),
        PairSample.SEED,
        study.conditions().words(),
        Scale.PAPER.instructionBudget(),
        cycles > 0 ? text(", at most what it executes alone in %,d cycles", cycles) : "",
        seeds.isEmpty()
            ? ""
            : text(
                " over pairs and seeds (%s), a pair's value being the mean over its own", seeds));
  }

  static String sizes(List<Pair> pairs, PairSample sample) {
    return List.of(Category.values()).stream()
        .map(
            category -> {
              long count = pairs.stream().filter(p -> p.category() == category).count();
              return count + " of " + sample.population(category) + " " + category.label();
            })
        .collect(Collectors.joining(", "));
  }

  private static Table<Row> table(String title) {
    return withCategories(
        new Table<Row>()
            .text(title, row -> row.shown.label())
            .percent("paper", CHANGE, Row::paper)
            .number("measured", "**%s**", row -> percent(CHANGE, row.all.mean() - 1))
            .text("95% interval", row -> interval(row.all))
            .number("difference", row -> points(row.all.mean() - 1 - row.paper)),
        category -> row -> cell(row.categories.get(category)));
  }

  /** Adds a column for each category. */
  static <R> Table<R> withCategories(Table<R> table, Function<Category, Function<R, ?>> cells) {
    Table<R> wider = table;
    for (Category category : Category.values()) {
      wider = wider.number(category.label(), cells.apply(category));
    }
    return wider;
  }

  /** Returns a mean as a change with its interval; a dash for none. */
  static String cell(StratifiedMean mean) {
    return mean == null ? "-" : percent(CHANGE, mean.mean() - 1) + " (" + interval(mean) + ")";
  }

  private static String interval(StratifiedMean mean) {
    return percent(CHANGE, mean.low() - 1) + " to " + percent(CHANGE, mean.high() - 1);
  }
}
