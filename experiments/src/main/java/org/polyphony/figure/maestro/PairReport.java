package org.polyphony.figure.maestro;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.polyphony.figure.FigureContext;
import org.polyphony.figure.Scale;
import org.polyphony.pairs.Category;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.PairSample;
import org.polyphony.pairs.StratifiedMean;

/**
 * What a figure about pairs has measured, beside what the paper states.
 *
 * @param figure the figure
 * @param study what was run
 * @param pairs those that have ended under every variant
 */
record PairReport(PairFigure figure, PairStudy study, List<Pair> pairs) {
  /** Returns the averages for a terminal. */
  String summary() {
    StringBuilder text =
        new StringBuilder(
            format("%-22s %-24s %-24s%n", pairs.size() + " pairs", "STP (paper)", "ANTT (paper)"));
    for (PairFigure.Shown shown : figure.shown()) {
      text.append(
          format(
              "%-22s %-24s %-24s%n",
              shown.label(),
              percent(overall(shown, PairStudy.Metric.STP).mean() - 1)
                  + " ("
                  + percent(shown.paperStp())
                  + ")",
              percent(overall(shown, PairStudy.Metric.ANTT).mean() - 1)
                  + " ("
                  + percent(shown.paperAntt())
                  + ")"));
    }
    for (Claim claim : figure.claims()) {
      text.append(
          format(
              "%-13s %s%n",
              claim.test(study).verdict().replaceAll(" .within.*", ""), words(claim)));
    }
    return text.toString();
  }

  private StratifiedMean overall(PairFigure.Shown shown, PairStudy.Metric metric) {
    return study.overall(pairs, pair -> metric.of(study.summary(pair, shown.variant())));
  }

  /** Returns the section of the reproduction. */
  String markdown(FigureContext context) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(figure.source()).append(": ").append(figure.about()).append("\n\n");
    text.append(conditions(context, study, pairs));
    text.append(table(PairStudy.Metric.STP, "STP improvement"));
    text.append(table(PairStudy.Metric.ANTT, "ANTT increase"));
    if (!figure.claims().isEmpty()) {
      text.append("| the paper's ordering | ratio | 95% interval | verdict |\n|---|--:|---|---|\n");
      for (Claim claim : figure.claims()) {
        Claim.Test test = claim.test(study);
        text.append(
            format(
                "| %s | %.3f | %.3f to %.3f | %s |%n",
                words(claim),
                test.ratio().mean(),
                test.ratio().low(),
                test.ratio().high(),
                test.verdict()));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String words(Claim claim) {
    return claim.text(figure.label(claim.one()), figure.label(claim.other()));
  }

  /** Returns what was run, in two sentences. */
  static String conditions(FigureContext context, PairStudy study, List<Pair> pairs) {
    StringJoiner sizes = new StringJoiner(", ");
    for (Category category : Category.values()) {
      long count = pairs.stream().filter(p -> p.category() == category).count();
      sizes.add(count + " of " + study.population(category) + " " + category.label());
    }
    long cycles = context.effort().cycles();
    String rounds =
        format("%,d thread instructions or all", Scale.PAPER.instructionBudget())
            + (cycles > 0 ? format(", at most what it executes alone in %,d cycles", cycles) : "");
    return format(
        "%d pairs (%s; sample seed %d) on %s, each benchmark for %s. Averages over all pairs weight%n"
            + "the categories by their size; intervals are 95%% bootstrap intervals.%n%n",
        pairs.size(), sizes, PairSample.SEED, study.gpu(), rounds);
  }

  private String table(PairStudy.Metric metric, String title) {
    StringBuilder text =
        new StringBuilder("| ")
            .append(title)
            .append(" | paper | measured | 95% interval | difference |");
    for (Category category : Category.values()) {
      text.append(' ').append(category.label()).append(" |");
    }
    text.append("\n|---|--:|--:|---|--:|").append("--:|".repeat(Category.values().length));
    text.append('\n');
    figure.shown().forEach(shown -> text.append(row(metric, shown)));
    return text.append('\n').toString();
  }

  private String row(PairStudy.Metric metric, PairFigure.Shown shown) {
    StratifiedMean all = overall(shown, metric);
    double paper = metric == PairStudy.Metric.STP ? shown.paperStp() : shown.paperAntt();
    StringBuilder row =
        new StringBuilder(
            format(
                "| %s | %s | **%s** | %s | %s |",
                shown.label(),
                percent(paper),
                percent(all.mean() - 1),
                interval(all),
                points(all.mean() - 1 - paper)));
    Map<Category, StratifiedMean> categories =
        study.byCategory(pairs, pair -> metric.of(study.summary(pair, shown.variant())));
    for (Category category : Category.values()) {
      StratifiedMean mean = categories.get(category);
      row.append(' ');
      row.append(mean == null ? "-" : percent(mean.mean() - 1) + " (" + interval(mean) + ")");
      row.append(" |");
    }
    return row.append('\n').toString();
  }

  static String interval(StratifiedMean mean) {
    return percent(mean.low() - 1) + " to " + percent(mean.high() - 1);
  }

  static String percent(double share) {
    return Double.isNaN(share) ? "-" : format("%+.1f%%", 100 * share);
  }

  private static String points(double difference) {
    return Double.isNaN(difference) ? "-" : format("%+.1f points", 100 * difference);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
  }
}
